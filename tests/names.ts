import { parseAst } from 'vitest/node'

/** A name that a file declares. */
export interface DeclaredName {
  name: string
  /** `local`: a variable or parameter inside a function; `module`: anything at the top of the file, types included. */
  kind: 'local' | 'module'
}

interface Node {
  type: string
  [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function nodesIn(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

/** Returns the names that a pattern binds. A field that is destructured under its own name is not included. */
function boundBy(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'AssignmentPattern':
      return nodesIn(pattern.left).flatMap(boundBy)
    case 'RestElement':
      return nodesIn(pattern.argument).flatMap(boundBy)
    case 'ArrayPattern':
      return nodesIn(pattern.elements).flatMap(boundBy)
    case 'ObjectPattern':
      return nodesIn(pattern.properties).flatMap((property) =>
        property.type === 'RestElement' || property.shorthand !== true
          ? nodesIn(property.type === 'RestElement' ? property : property.value).flatMap(boundBy)
          : [],
      )
    default:
      return []
  }
}

/** Returns every name that a TypeScript file declares: variables, parameters, functions, classes and types. */
export function declaredNames(source: string, isReact: boolean): DeclaredName[] {
  const found: DeclaredName[] = []
  const visit = (node: Node, isInside: boolean): void => {
    const add = (names: readonly string[], inside = isInside) =>
      found.push(...names.map((name) => ({ name, kind: inside ? ('local' as const) : ('module' as const) })))
    if (node.type === 'VariableDeclarator') add(nodesIn(node.id).flatMap(boundBy))
    if (
      /^(FunctionDeclaration|ClassDeclaration|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/.test(node.type)
    )
      add(nodesIn(node.id).flatMap(boundBy))
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    if (isFunction) add(nodesIn(node.params).flatMap(boundBy), true)
    for (const [key, value] of Object.entries(node))
      for (const child of nodesIn(value)) visit(child, isInside || (isFunction && key === 'body'))
  }
  visit(parseAst(source, { lang: isReact ? 'tsx' : 'ts' }) as unknown as Node, false)
  return found
}
