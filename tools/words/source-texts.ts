import ts from 'typescript';

/** A text that a source file has, and its line. */
export interface SourceText {
  readonly line: number;
  readonly text: string;
}

/** What stands in a text in place of a value. */
const value = '…';

/**
 * The texts of a source file: literals, templates and JSX with words in them. Left out: types, imports, names of styles,
 * errors of programmers, what goes to the log of a process, and descriptions of a schema.
 */
export function textsOf(file: string, source: string): SourceText[] {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (isForNobody(node, parsed)) return;
    const text = textOf(node);
    if (text !== null && hasWords(text)) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
      texts.push({ line: line + 1, text: text.replaceAll(/\s+/g, ' ').trim() });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return texts;
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(value);
  }
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
    return node.children.map((child) => (ts.isJsxText(child) ? child.text : value)).join('');
  }
  return null;
}

/** Words, and no key or code: several of them, or one that begins like a sentence. */
const hasWords = (text: string): boolean =>
  /\p{L}{2,}/u.test(text) && (/\S\s+\S/.test(text) || /^\p{Lu}\p{Ll}/u.test(text));

const programmersErrors = new Set(['Error', 'TypeError', 'RangeError']);
const styleAttributes = new Set(['className', 'id', 'key', 'style', 'd']);

function isForNobody(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return styleAttributes.has(node.name.getText(source));
  if (ts.isNewExpression(node)) return programmersErrors.has(node.expression.getText(source));
  if (ts.isTaggedTemplateExpression(node)) return ['css', 'sql'].includes(node.tag.getText(source));
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression.getText(source);
  return /\.(?:describe|meta)$/.test(called) || /\blog\.(?:debug|info|warn|error)$/.test(called);
}
