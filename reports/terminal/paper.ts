import { Chalk, type ChalkInstance } from 'chalk';
import type { Verdict } from '../../harness/report.ts';
import { inert, visible } from '../escape.ts';
import { pad, wrap } from './wrap.ts';

/** A style applied to text that is harmless already. */
export type Style = (text: string) => string;

/** What the parts of a terminal report write on: lines of bounded width, in colour or not. */
export interface Paper {
  width: number;
  style: Record<'bold' | 'dim' | 'link', Style> & { verdict: Record<Verdict, Style> };
  /** One line as it is. */
  line(text?: string): void;
  /** A label and wrapped text beside it, at an indent; the text may come from the server. */
  field(label: string, text: string, options?: FieldOptions): void;
  /** Wrapped text at an indent; it may come from the server. */
  text(text: string, indent: number, style?: Style): void;
  toString(): string;
}

/** How a field is laid out. */
export interface FieldOptions {
  indent?: number;
  /** Columns of the label. */
  label?: number;
  style?: Style;
  /** Keeps a link or a command on one line, so that it can be copied. */
  whole?: boolean;
}

const asItIs: Style = (text) => text;

function styles(color: boolean): Paper['style'] {
  // Sixteen colours, never more: they are the ones that a reader's own theme makes legible.
  const chalk: ChalkInstance = new Chalk({ level: color ? 1 : 0 });
  return {
    bold: chalk.bold,
    dim: chalk.dim,
    link: chalk.cyan,
    verdict: {
      pass: chalk.green,
      fail: chalk.red.bold,
      warn: chalk.yellow,
      untested: chalk.cyan,
      'not-applicable': chalk.dim,
      error: chalk.magenta.bold,
    },
  };
}

/** A blank sheet. */
export function blankPaper(options: { color: boolean; width: number }): Paper {
  const lines: string[] = [];
  const width = Math.max(40, Math.min(140, Math.floor(options.width) || 80));
  const style = styles(options.color);
  const paper: Paper = {
    width,
    style,
    line: (text = '') => void lines.push(inert(text.trimEnd())),
    field(label, text, { indent = 4, label: columns = 10, style: paint = asItIs, whole = false } = {}) {
      const shown = visible(text);
      const rows = whole ? [shown] : wrap(shown, width - indent - columns);
      rows.forEach((row, at) => {
        paper.line(' '.repeat(indent) + (at === 0 ? style.dim(pad(label, columns)) : ' '.repeat(columns)) + paint(row));
      });
    },
    text(text, indent, paint = asItIs) {
      for (const row of wrap(visible(text), width - indent)) paper.line(' '.repeat(indent) + paint(row));
    },
    toString: () =>
      `${lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()}\n`,
  };
  return paper;
}

/** Whether to colour: what was asked for, else NO_COLOR, else what the terminal can do. */
export function wantsColor(asked: boolean | undefined, terminal: boolean): boolean {
  if (asked !== undefined) return asked;
  return !process.env.NO_COLOR && terminal;
}
