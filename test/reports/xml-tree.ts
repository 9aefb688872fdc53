import { SaxesParser } from 'saxes';

/** An element of XML, in the order of the document. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** All text in it, that of its children left out. */
  text: string;
}

/** Parses XML strictly; throws where it is not well-formed. */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}
