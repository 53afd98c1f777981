import { existingTables, serverTexts } from './table-uses.ts'

const stored = existingTables()

/** Where the condition of a join in SQL ends. */
const end_of_condition =
  /\b(?:(?:LEFT|RIGHT|INNER|FULL|CROSS)\b|JOIN\b|WHERE\b|GROUP BY\b|ORDER BY\b|UNION\b|RETURNING\b|SET\b)|[`;]/

/** Returns what is between a bracket at this place and the one that closes it. */
function inBrackets(text: string, opening: number): string {
  let depth = 0
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(opening, at)
  }
  return text.slice(opening)
}

/** Returns each join of the query builder with a stored table, as its arguments. */
function builderJoins(text: string): string[] {
  return [...text.matchAll(/\b(?:inner|left|right|full)Join(?:<[^>]*>)?(?=\()/g)]
    .map(({ 0: verb, index }) => inBrackets(text, index + verb.length))
    .filter((args) => stored.has(/^\(\s*['"`](\w+)/.exec(args)?.[1] ?? ''))
}

/** Returns each join of SQL with a stored table: the table and the condition. */
function sqlJoins(text: string): string[] {
  return [...text.matchAll(/\bJOIN\s+(?:ONLY\s+)?(\w+)\b/g)]
    .filter(([, table = '']) => stored.has(table))
    .map(({ 0: start, index }) => {
      const rest = text.slice(index + start.length)
      const end = end_of_condition.exec(rest)?.index ?? rest.length
      return start + rest.slice(0, end)
    })
}

/** Returns each list of several stored tables in SQL, and each second table of a change, with the rest of its statement. */
function sqlLists(text: string): string[] {
  const lists = text.matchAll(
    /\b(?:FROM|USING)\s+(\w+(?:\s+(?:AS\s+)?[a-z]\w*)?)((?:\s*,\s*\w+(?:\s+(?:AS\s+)?[a-z]\w*)?)+)/g,
  )
  const several = [...lists].filter(
    ([, first = '', others = '']) =>
      [first, ...others.split(',')].filter((one) => stored.has(/^\s*(\w+)/.exec(one)?.[1] ?? '')).length > 1,
  )
  const changes = [
    ...text.matchAll(/\bUPDATE\s+(\w+)(?:(?!SELECT\b)[^`;])*?\bFROM\s+(\w+)/g),
    ...text.matchAll(/\bDELETE FROM\s+(\w+)(?:(?!SELECT\b)[^`;])*?\bUSING\s+(\w+)/g),
  ].filter(([, one = '', other = '']) => stored.has(one) && stored.has(other))
  return [...several, ...changes].map(({ index }) => /^[^`;]*/.exec(text.slice(index))?.[0] ?? '')
}

/** Returns the joins of stored tables in a text whose condition does not name the company. */
export function joinsWithoutCompany(text: string): string[] {
  return [...builderJoins(text), ...sqlJoins(text), ...sqlLists(text)]
    .filter((join) => !join.includes('provider_id'))
    .map((join) => join.replaceAll(/\s+/g, ' ').slice(0, 160))
}

/** Returns the joins without the company in the server files, each with its file. */
export function foundJoins(): string[] {
  return serverTexts().flatMap(({ file, text }) =>
    joinsWithoutCompany(text).map((join) => `${file}: ${join}`),
  )
}
