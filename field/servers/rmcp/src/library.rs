//! What is served, apart from how: the URIs, their contents, and who wants to hear of changes.
use std::{
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use rmcp::{
    Peer, RoleServer,
    model::{Resource, ResourceContents, ResourceUpdatedNotificationParam},
};
use tokio::sync::broadcast;

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC";
pub const USERS: [&str; 2] = ["ada", "grace"];
pub const NOTES: [&str; 3] = ["1", "2", "3"];

/// What has changed.
#[derive(Clone)]
pub enum News {
    Updated(String),
    Listed,
}

/// The client of an older revision, and what it has subscribed to.
struct Client {
    session: usize,
    peer: Peer<RoleServer>,
    uris: Vec<String>,
}

pub struct Library {
    folder: PathBuf,
    touched: AtomicUsize,
    added: AtomicUsize,
    sessions: AtomicUsize,
    clients: Mutex<Vec<Client>>,
    pub news: broadcast::Sender<News>,
}

impl Library {
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            touched: AtomicUsize::new(0),
            added: AtomicUsize::new(0),
            sessions: AtomicUsize::new(0),
            clients: Mutex::new(Vec::new()),
            news: broadcast::channel(16).0,
        }
    }

    pub fn next_session(&self) -> usize {
        self.sessions.fetch_add(1, Ordering::Relaxed)
    }

    pub fn listed(&self) -> Vec<Resource> {
        let text = |uri: &str| Resource::new(uri, &uri["demo://".len()..]).with_mime_type("text/plain");
        let mut all: Vec<Resource> =
            ["demo://greeting", "demo://empty", "demo://ask"].map(text).into();
        all.push(Resource::new("demo://pixel", "pixel").with_mime_type("image/png"));
        all.push(Resource::new("demo://bundle", "bundle"));
        all.extend((1..=3).map(|number| text(&format!("demo://chapters/{number}"))));
        let added = self.added.load(Ordering::Relaxed);
        all.extend((1..=added).map(|number| text(&format!("demo://added/{number}"))));
        all
    }

    /// The contents of a resource; None where there is none.
    pub async fn contents(&self, uri: &str) -> Option<Vec<ResourceContents>> {
        let path = uri.strip_prefix("demo://")?;
        let text = |text: String| Some(vec![ResourceContents::text(text, uri)]);
        let pixel = |uri: &str| ResourceContents::blob(PIXEL, uri).with_mime_type("image/png");
        match path.split('/').collect::<Vec<_>>()[..] {
            ["greeting"] => {
                text(format!("Grüße, touched {} times\n", self.touched.load(Ordering::Relaxed)))
            }
            ["empty"] => text(String::new()),
            ["pixel"] => Some(vec![pixel(uri)]),
            ["bundle"] => Some(vec![
                ResourceContents::text("Two parts", "demo://bundle/readme"),
                pixel("demo://bundle/pixel"),
            ]),
            ["chapters", number @ ("1" | "2" | "3")] => text(format!("Chapter {number}")),
            ["added", number] => {
                let known = number.parse().is_ok_and(|at: usize| {
                    at.to_string() == number && (1..=self.added.load(Ordering::Relaxed)).contains(&at)
                });
                if known { text(format!("Added as number {number}")) } else { None }
            }
            ["users", user, "notes", note] if USERS.contains(&user) && NOTES.contains(&note) => {
                text(format!("Note {note} of {user}"))
            }
            ["files", ..] => text(self.file(&path["files/".len()..]).await?),
            _ => None,
        }
    }

    /// A file of the folder: neither dot segments nor symbolic links lead out of it.
    async fn file(&self, encoded: &str) -> Option<String> {
        let path = percent_encoding::percent_decode_str(encoded).decode_utf8().ok()?;
        let folder = tokio::fs::canonicalize(&self.folder).await.ok()?;
        let file = tokio::fs::canonicalize(folder.join(&*path)).await.ok()?;
        if !file.starts_with(&folder) {
            return None;
        }
        tokio::fs::read_to_string(file).await.ok()
    }

    pub fn joined(&self, session: usize, peer: Peer<RoleServer>) {
        self.clients.lock().unwrap().push(Client { session, peer, uris: Vec::new() });
    }

    pub fn subscribe(&self, session: usize, uri: String) {
        let mut clients = self.clients.lock().unwrap();
        if let Some(client) = clients.iter_mut().find(|client| client.session == session) {
            client.uris.push(uri);
        }
    }

    pub fn unsubscribe(&self, session: usize, uri: &str) {
        let mut clients = self.clients.lock().unwrap();
        if let Some(client) = clients.iter_mut().find(|client| client.session == session) {
            client.uris.retain(|each| each != uri);
        }
    }

    pub async fn touch(&self, uri: &str) {
        self.touched.fetch_add(1, Ordering::Relaxed);
        self.tell(News::Updated(uri.into())).await;
    }

    pub async fn add(&self) -> usize {
        let number = self.added.fetch_add(1, Ordering::Relaxed) + 1;
        self.tell(News::Listed).await;
        number
    }

    async fn tell(&self, news: News) {
        let peers: Vec<Peer<RoleServer>> = {
            let mut clients = self.clients.lock().unwrap();
            clients.retain(|client| !client.peer.is_transport_closed());
            let wants = |client: &&Client| match &news {
                News::Updated(uri) => client.uris.contains(uri),
                News::Listed => true,
            };
            clients.iter().filter(wants).map(|client| client.peer.clone()).collect()
        };
        for peer in peers {
            // Who has gone meanwhile needs no news.
            let _ = match &news {
                News::Updated(uri) => {
                    peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await
                }
                News::Listed => peer.notify_resource_list_changed().await,
            };
        }
        // Nobody may be listening.
        let _ = self.news.send(news);
    }
}
