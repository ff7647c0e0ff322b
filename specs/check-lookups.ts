import { join, relative } from 'node:path';
import {
  type BindingElement,
  type CallExpression,
  type ElementAccessExpression,
  type Expression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isComputedPropertyName,
  isElementAccessExpression,
  isIdentifier,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isStringLiteral,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync';

/** The one place that looks a text up in a record. */
const HELPER = 'server/protocol/own.ts';
const SHIPPED = /^(server|webapp)\/(?!.*\.(test|browser-test|rig|d)\.ts$)/;
const ANY_TEXT = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.Any;
const NUMBERS = TypeFlags.Number | TypeFlags.NumberLiteral;

/** A key by which something is looked up. */
interface Lookup {
  readonly at: Node;
  readonly key: Expression;
  /** The code after it expects that there may be nothing, so the key may be any word, whatever its type says. */
  readonly hasFallback: boolean;
}

/**
 * Every place where a word that isn't known beforehand is looked up so that it may meet what all objects inherit, as
 * `file:line: code`. Types decide: a key is harmless if it can only be one of certain words.
 */
export function checkLookups(root: string): string[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    const { program, checker } = project!;
    const names = program.getSourceFileNames().filter((name) => SHIPPED.test(relative(root, name)));
    return names
      .filter((name) => relative(root, name) !== HELPER)
      .flatMap((name) => breachesIn(program.getSourceFile(name)!, checker, relative(root, name)));
  } finally {
    api.close();
  }
}

function breachesIn(file: SourceFile, checker: Checker, path: string): string[] {
  const { lookups, copied } = findIn(file);
  // One question for all, because each is asked of another process.
  const types = lookups.length > 0 ? checker.getTypeAtLocation(lookups.map(({ key }) => key)) : [];
  const found = lookups.filter((lookup, n) => {
    const type = types[n];
    return type && (isAnyWord(type) || (lookup.hasFallback && !hasFlag(type, NUMBERS)));
  });
  return [...found.map(({ at }) => at), ...copied.filter((source) => hasAnyWord(source, checker))].map((at) => {
    const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
    return `${path}:${line + 1}: ${at.getText(file)}`;
  });
}

/** Whether the keys of what is copied may be any words; `Object.assign` would set a prototype by one of them. */
function hasAnyWord(source: Node, checker: Checker): boolean {
  const type = checker.getTypeAtLocation(source);
  return type !== undefined && checker.getIndexInfosOfType(type).some(({ keyType }) => isAnyWord(keyType));
}

function findIn(file: SourceFile): { lookups: Lookup[]; copied: Node[] } {
  const found: Lookup[] = [];
  const copied: Node[] = [];
  const visit = (node: Node, parent: Node): void => {
    if (isElementAccessExpression(node)) {
      const key = uncast(node.argumentExpression);
      if (!isStringLiteral(key)) found.push({ at: node, key, hasFallback: hasFallback(node, parent) });
    } else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) {
      if (!isPrivateIdentifier(node.left)) found.push({ at: node, key: node.left, hasFallback: false });
    } else if (isBindingElement(node)) found.push(...bindings(node));
    else if (isCallExpression(node)) {
      const key = calls(node, 'Reflect') ? node.arguments[1] : undefined;
      if (key) found.push({ at: node, key, hasFallback: false });
      if (calls(node, 'Object', 'assign')) copied.push(...node.arguments.slice(1));
    }
    node.forEachChild((child) => visit(child, node));
  };
  file.forEachChild((child) => visit(child, file));
  return { lookups: found, copied };
}

/** That a word is one of certain words is no more than a claim where it is cast. */
function uncast(key: Expression): Expression {
  return isAsExpression(key) ? key.expression : key;
}

function hasFallback(node: ElementAccessExpression, parent: Node): boolean {
  if (isBinaryExpression(parent)) {
    return parent.left === node && parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken;
  }
  const isUsed = isPropertyAccessExpression(parent) || isCallExpression(parent) || isElementAccessExpression(parent);
  return isUsed && parent.expression === node && parent.questionDotToken !== undefined;
}

/** `{ [key]: value }` on the left takes a value out; what is only left out (`_value`) is not looked at. */
function bindings(node: BindingElement): Lookup[] {
  const { propertyName, name } = node;
  if (!propertyName || !isComputedPropertyName(propertyName)) return [];
  if (name && isIdentifier(name) && name.text.startsWith('_')) return [];
  return [{ at: node, key: propertyName.expression, hasFallback: false }];
}

/** Whether a method of a global object is called. */
function calls({ expression }: CallExpression, name: string, method?: string): boolean {
  if (!isPropertyAccessExpression(expression) || !isIdentifier(expression.expression)) return false;
  return expression.expression.text === name && (method === undefined || expression.name.text === method);
}

function isAnyWord(type: Type): boolean {
  return hasFlag(type, ANY_TEXT);
}

function hasFlag(type: Type, flags: number): boolean {
  if ((type.flags & TypeFlags.Union) !== 0) return (type as UnionType).getTypes().some((part) => hasFlag(part, flags));
  return (type.flags & flags) !== 0;
}
