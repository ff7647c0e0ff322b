const MOST = 32;

/**
 * The parameters of a style in the form that the colour reader knows: colours written with colons become ones with
 * semicolons, kinds and colours of underlines fall away. Null when nothing is left to say.
 */
export function plainParameters(parameters: string): string | null {
  if (parameters === '') return '';
  const groups = parameters.split(';').slice(0, MOST);
  const plain: string[] = [];
  for (let i = 0; i < groups.length; i += 1) {
    const group = groups[i]!;
    if (group.includes(':')) plain.push(...fromColons(group));
    else if (group === '58') i += groups[i + 1] === '2' ? 4 : 2;
    else plain.push(group === '' ? '0' : group);
  }
  return plain.length === 0 ? null : plain.join(';');
}

function fromColons(group: string): string[] {
  const [kind, mode, ...rest] = group.split(':');
  if (kind === '4') return [mode === '0' ? '24' : '4'];
  if (kind !== '38' && kind !== '48') return [];
  const numbers = rest.filter((part) => part !== '');
  if (mode === '5' && numbers.length === 1) return [kind, '5', ...numbers];
  // The colour space, which may stand before the three, is of no use to us.
  return mode === '2' && numbers.length >= 3 ? [kind, '2', ...numbers.slice(-3)] : [];
}
