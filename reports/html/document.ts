import { createHash } from 'node:crypto';
import { Html, html } from '../escape.ts';
import { script } from './script.ts';
import { style } from './style.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// The page may run the one script and use the one style that stand in it, and reach nothing.
const policy = (): string =>
  `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

// Not in the tagged template: a bundler rewrites one that holds this closing tag.
const scriptElement = new Html(`<script>${script}</script>`);

/** A whole page that needs nothing else: no network, no file beside it. */
export const documentMarkup = (title: string, generator: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${generator}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}${scriptElement}
</body>
</html>
`.markup;
