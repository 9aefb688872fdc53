// Plain JavaScript for the browser, run as it stands: the page's content security policy names its hash. No server text is in
// it, and none that it reads becomes markup: it sets text, classes and hidden alone.
const filtering = String.raw`
const form = document.getElementById('filters');
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const fold = (text) => text.toLowerCase().replace(/\s+/g, ' ');
const single = ['level', 'suite', 'revision', 'change'];

// Each case once: its row, the text by which it is found, and its results by column.
const heads = (table) => all('thead th', table).slice(1).map((th) => th.dataset.revision || '');
const cases = new Map();
for (const row of all('.matrix tr[data-level]')) {
  const id = row.querySelector('code').textContent;
  const columns = heads(row.closest('table'));
  const cells = all('td', row).map((td, at) => ({
    td, revision: columns[at], verdict: td.classList[0] || '', level: td.dataset.level || row.dataset.level || '',
    changed: td.classList.contains('changed'),
  }));
  cases.set(id, { id, suite: row.parentElement.dataset.suite, row, cells, text: fold(row.textContent) });
}
const findings = all('article.finding');
for (const each of findings) {
  const its = cases.get(each.dataset.case);
  if (its) its.text += ' ' + fold(each.textContent);
}
const entries = all('.page li[data-case]');
for (const each of entries) {
  const its = cases.get(each.dataset.case);
  if (its) its.text += ' ' + fold(each.textContent);
}

const blank = () => ({ verdict: [], level: '', suite: '', revision: '', change: '', text: '' });
let state = blank();

const options = (name) => {
  const field = form.elements.namedItem(name);
  return field && field.options ? [...field.options].map((option) => option.value) : [];
};
const boxes = () => all('input[name=verdict]', form);

// The hash holds the filters and, beside them, the place on the page: #verdict=fail&at=finding-3.
function read() {
  const hash = location.hash.slice(1);
  if (hash !== '' && !hash.includes('=')) return { state: undefined, at: hash };
  const given = new URLSearchParams(hash);
  const next = blank();
  const known = boxes().map((box) => box.value);
  next.verdict = (given.get('verdict') || '').split(',').filter((each) => known.includes(each));
  for (const name of single) if (options(name).includes(given.get(name))) next[name] = given.get(name);
  next.text = (given.get('text') || '').slice(0, 200);
  return { state: next, at: given.get('at') || '' };
}
function hashOf(at) {
  const parts = new URLSearchParams();
  if (state.verdict.length > 0) parts.set('verdict', state.verdict.join(','));
  for (const name of [...single, 'text']) if (state[name] !== '') parts.set(name, state[name]);
  if (at && parts.size === 0) return at;
  if (at) parts.set('at', at);
  return parts.toString().replaceAll('%2C', ',');
}
function write(at) {
  const hash = hashOf(at);
  try { history.replaceState(null, '', hash === '' ? location.pathname + location.search : '#' + hash); } catch { /* a frame without an address keeps its state to itself */ }
}
function show() {
  for (const box of boxes()) box.checked = state.verdict.includes(box.value);
  for (const name of [...single, 'text']) {
    const field = form.elements.namedItem(name);
    if (field && field.value !== state[name]) field.value = state[name];
  }
}

const levelFits = (level) => state.level === '' || level === state.level || level.startsWith(state.level + ' ');
const verdictFits = (verdict) => state.verdict.length === 0 || state.verdict.includes(verdict);
const counted = (count, word) => count.toLocaleString('en-US') + ' ' + word + (count === 1 ? '' : 's');
const hide = (element, hidden) => { if (element.hidden !== hidden) element.hidden = hidden; };

function apply() {
  const words = fold(state.text).trim();
  const active = hashOf('') !== '';
  const counts = {};
  const matched = new Set();
  let results = 0;
  let total = 0;
  const order = ['fail', 'warn', 'error', 'untested', 'pass', 'na'];
  for (const each of cases.values()) {
    const named = (state.suite === '' || each.suite === state.suite) && (words === '' || each.text.includes(words));
    let any = false;
    for (const cell of each.cells) {
      if (cell.verdict === '') continue;
      total++;
      const fits = named && levelFits(cell.level) && (state.revision === '' || cell.revision === state.revision) && (state.change === '' || cell.changed);
      if (fits) counts[cell.verdict] = (counts[cell.verdict] || 0) + 1;
      cell.fits = fits && verdictFits(cell.verdict);
      if (cell.fits) { any = true; results++; }
      cell.td.classList.toggle('off', active && !cell.fits);
    }
    if (any) matched.add(each.id);
    hide(each.row, !any);
  }
  for (const table of all('.matrix')) {
    const columns = heads(table);
    const off = columns.map((revision) => state.revision !== '' && revision !== '' && revision !== state.revision);
    for (const row of table.rows) for (let at = 0; at < off.length; at++) if (row.cells[at + 1]) hide(row.cells[at + 1], off[at]);
    for (const body of table.tBodies) {
      const suite = all('tr[data-level]', body).map((row) => cases.get(row.querySelector('code').textContent));
      hide(body, !suite.some((each) => !each.row.hidden));
      const sums = all('.suite td', body);
      sums.forEach((td, at) => {
        const its = suite.map((each) => each.cells[at]).filter((cell) => cell && cell.fits);
        const judged = its.filter((cell) => cell.verdict !== 'na');
        const worst = order.find((verdict) => its.some((cell) => cell.verdict === verdict)) || '';
        td.className = worst;
        const label = form.querySelector('.chip.' + (worst || 'none'));
        const word = label ? label.dataset.word : '';
        const spans = [document.createElement('span')];
        spans[0].textContent = judged.length > 0 ? word + ', passed ' : word;
        if (judged.length > 0) {
          spans.push(document.createElement('b'));
          spans[1].textContent = judged.filter((cell) => cell.verdict === 'pass').length + '/' + judged.length;
        }
        td.replaceChildren(...(worst === '' ? [] : spans));
      });
    }
    hide(table.closest('.scroll'), [...table.tBodies].every((body) => body.hidden));
  }
  const idle = document.getElementById('idle');
  if (idle) {
    const left = all('tr[data-level]', idle).filter((row) => !row.hidden).length;
    hide(idle, left === 0);
    if (active && state.verdict.includes('na')) idle.open = true;
  }
  let seen = 0;
  for (const each of findings) {
    const revisions = each.dataset.revisions.split(' ');
    const its = cases.get(each.dataset.case);
    const fits = !active || (its
      ? matched.has(its.id) && verdictFits(each.dataset.verdict) && its.cells.some((cell) => cell.fits && cell.verdict === each.dataset.verdict && (revisions.includes(cell.revision) || cell.revision === ''))
      : verdictFits(each.dataset.verdict) && (state.suite === '' || each.dataset.suite === state.suite) && (state.revision === '' || revisions.includes(state.revision)) && fold(each.textContent).includes(words));
    hide(each, !fits);
    if (fits) seen++;
  }
  for (const group of all('.harm')) hide(group, all('article', group).every((each) => each.hidden));
  for (const each of entries) hide(each, active && cases.has(each.dataset.case) && !matched.has(each.dataset.case));
  for (const page of all('.page')) {
    const items = all('li[data-case]', page);
    hide(page, active && items.every((each) => each.hidden));
    const worst = items.flatMap((each) => {
      const its = cases.get(each.dataset.case);
      return its && !each.hidden ? order.find((verdict) => its.cells.some((cell) => cell.fits && cell.verdict === verdict)) || [] : [];
    });
    page.querySelector('.counts').replaceChildren(...order.flatMap((verdict) => {
      const count = worst.filter((each) => each === verdict).length;
      const chip = form.querySelector('.chip.' + verdict);
      if (count === 0 || !chip) return [];
      const span = document.createElement('span');
      const mark = chip.querySelector('.mark').cloneNode(true);
      const heard = document.createElement('span');
      heard.className = 'heard';
      heard.textContent = chip.dataset.word + ': ';
      span.className = verdict;
      span.append(mark, heard, count.toLocaleString('en-US'));
      return [span];
    }));
  }
  for (const section of all('main > section')) {
    const parts = all('.harm, .page, .scroll', section);
    if (parts.length > 0) hide(section, parts.every((each) => each.hidden));
    const link = document.querySelector('.contents a[href="#' + section.id + '"]');
    if (link) hide(link.parentElement, section.hidden);
  }
  for (const chip of all('[data-count]', form)) chip.textContent = (counts[chip.dataset.count] || 0).toLocaleString('en-US');
  hide(form.querySelector('button'), !active);
  form.classList.toggle('active', active);
  const status = active
    ? counted(results, 'result') + ' of ' + total.toLocaleString('en-US') + ' shown, in ' + counted(matched.size, 'case') + (findings.length > 0 ? '; ' + counted(seen, 'finding') + ' of ' + findings.length : '')
    : counted(total, 'result') + ' in ' + counted(cases.size, 'case');
  const line = form.querySelector('[role=status]');
  if (line.textContent !== status) line.textContent = status;
  document.documentElement.style.setProperty('--bar', getComputedStyle(form).position === 'sticky' ? form.offsetHeight + 'px' : '0px');
}
`;

const places = String.raw`
// A place on the page that is asked for is shown, whatever the filters hide or a fold covers.
function go(at) {
  const place = at && document.getElementById(at);
  if (!place) return;
  for (let each = place; each; each = each.parentElement) {
    if (each.hidden && each !== form) each.hidden = false;
    if (each.tagName === 'DETAILS') each.open = true;
  }
  place.scrollIntoView();
}
function arrive() {
  const { state: next, at } = read();
  if (next) { state = next; show(); }
  apply();
  if (at) { if (hashOf('') !== '') write(at); go(at); }
}
function change() {
  state.verdict = boxes().filter((box) => box.checked).map((box) => box.value);
  for (const name of [...single, 'text']) { const field = form.elements.namedItem(name); if (field) state[name] = field.value; }
  write('');
  apply();
}
if (form) {
  for (const chip of all('.chip', form)) chip.dataset.word = fold(chip.textContent).replace(/^\S+ /, '').trim();
  form.hidden = false;
  form.addEventListener('input', change);
  form.addEventListener('submit', (event) => { event.preventDefault(); });
  form.addEventListener('reset', (event) => { event.preventDefault(); state = blank(); show(); write(''); apply(); form.elements.namedItem('text').focus(); });
  form.addEventListener('keydown', (event) => { if (event.key === 'Escape') form.querySelector('button').click(); });
  addEventListener('hashchange', arrive);
  addEventListener('resize', apply);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    form.elements.namedItem('text').focus();
  });
  arrive();
}
`;

const copying = String.raw`
const copied = (element) => {
  const copy = element.cloneNode(true);
  for (const each of all('.fold', copy)) each.replaceWith(each.lastElementChild.textContent);
  for (const each of all('.heard, .copy', copy)) each.remove();
  if (element.dataset.copy === 'command') return copy.textContent;
  return all('.line', copy).map((line) => [...line.children].map((each) => each.textContent.trim()).join('\n')).join('\n\n') + '\n';
};
async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* no clipboard here, or no permission: the old way */ }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
for (const element of all('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  const words = 'Copy ' + element.dataset.copy;
  button.textContent = words;
  button.addEventListener('click', async () => {
    button.textContent = (await copy(copied(element))) ? 'Copied' : 'Select and copy by hand';
    button.focus();
    setTimeout(() => { button.textContent = words; }, 2000);
  });
  element.after(button);
}
`;

/** The one script of the page: filters with their state in the hash, places on the page, copy buttons. */
export const script = `'use strict';(() => {${filtering}${places}${copying}})();`;
