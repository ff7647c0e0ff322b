type State = 'ground' | 'escape' | 'intermediate' | 'csi' | 'string' | 'stringEscape';

/**
 * What a terminal would print, by the state table of the VT500 series, one character at a time. Slow and plain, to hold
 * the quick one to it; knows neither returns nor erasing.
 */
export function stripReference(output: string): string {
  let state: State = 'ground';
  let printed = '';
  for (const unit of output.split('')) {
    const code = unit.charCodeAt(0);
    if (state === 'stringEscape') {
      if (unit === '\\') {
        state = 'ground';
        continue;
      }
      state = code === 0x07 || code === 0x9c || code === 0x0a ? 'string' : 'escape';
    }
    [state, printed] = next(state, unit, code, printed);
  }
  return printed;
}

function next(state: State, unit: string, code: number, printed: string): [State, string] {
  if (code === 0x18 || code === 0x1a) return ['ground', printed];
  if (state === 'string') {
    if (code === 0x0a) return ['ground', `${printed}\n`];
    if (code === 0x07 || code === 0x9c) return ['ground', printed];
    return [code === 0x1b ? 'stringEscape' : 'string', printed];
  }
  if (code === 0x1b) return ['escape', printed];
  if ([0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(code)) return ['string', printed];
  if (code === 0x9b) return ['csi', printed];
  if (code === 0x0a || code === 0x09) return [state, printed + unit];
  if (code >= 0x80 && code <= 0x9f) return ['ground', printed];
  if (code < 0x20 || code === 0x7f) return [state, printed];
  if (state === 'ground') return ['ground', printed + unit];
  return inSequence(state, unit, code, printed);
}

function inSequence(state: State, unit: string, code: number, printed: string): [State, string] {
  if (code > 0x7e) return ['ground', printed + unit];
  if (state === 'csi') return [code >= 0x40 ? 'ground' : 'csi', printed];
  if (code <= 0x2f) return ['intermediate', printed];
  if (state === 'escape' && unit === '[') return ['csi', printed];
  if (state === 'escape' && 'P]X^_'.includes(unit)) return ['string', printed];
  return ['ground', printed];
}
