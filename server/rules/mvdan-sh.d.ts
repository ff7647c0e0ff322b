/** The little that the tests use of the parser. */
declare module 'mvdan-sh' {
  interface Node {
    readonly Value: string;
    readonly Dollar?: boolean;
    readonly Parts: readonly Node[];
    readonly Args: readonly Node[];
    readonly Assigns: readonly Node[];
    readonly Redirs: readonly Node[];
    readonly Negated?: boolean;
    readonly Coprocess?: boolean;
  }
  interface Syntax {
    NewParser(): { Parse(text: string, name: string): Node };
    NodeType(node: Node): string;
    Walk(node: Node, visit: (node: Node | null) => boolean): void;
  }
  const shell: { readonly syntax: Syntax };
  export = shell;
  namespace shell {
    export { Node };
  }
}
