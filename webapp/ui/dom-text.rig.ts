/** What an element shows, as text: tags, attributes and words, without Lit's own marks. */
export function domOf(node: Node): string {
  const clone = node.cloneNode(true);
  const walker = document.createTreeWalker(clone, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  clone.normalize();
  return (clone as Element).innerHTML;
}
