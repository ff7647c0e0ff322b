declare module 'lucide/dist/esm/icons/*.mjs' {
  const node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string | number | undefined>>])[];

  export = node;
}
