/** What components without hooks draw, as HTML text; attributes only as far as they are strings. */
export function drawn(node) {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(drawn).join('');
  if (typeof node !== 'object') return String(node);
  const { type, props } = node;
  const { children, ...attributes } = props;
  if (typeof type === 'function') return drawn(type(props));
  const written = Object.entries(attributes)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => ` ${name}="${value}"`);
  return `<${type}${written.join('')}>${drawn(children)}</${type}>`;
}

/** The same without tags. */
export function textOf(node) {
  return drawn(node)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
