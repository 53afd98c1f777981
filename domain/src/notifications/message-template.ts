/**
 * A part of a message template that a company writes: literal words, a field, or a passage that is included only if a
 * field has a value.
 */
type Part = { words: string } | { field: string } | { when: string; parts: readonly Part[] }

/** A parsed template, or the syntax problem found in it. */
type ParsedTemplate = { parts: readonly Part[] } | { problem: string }

interface Passage {
  when: string
  parts: Part[]
}

const field_form = /^[a-z][a-z_]*$/

/** Parses a template. Only `{{name}}` and `{{#if name}}…{{/if}}` are allowed in double braces. */
function readTemplate(text: string): ParsedTemplate {
  const open: Passage[] = [{ when: '', parts: [] }]
  const last = (): Passage => open.at(-1) as Passage
  // Even entries are literal words, odd entries are the content of double braces.
  for (const [index, piece] of text.split(/\{\{([^{}]*)\}\}/).entries()) {
    if (index % 2 === 0) {
      if (/\{\{|\}\}/.test(piece))
        return { problem: 'Two braces stand alone. Write fields as {{name}}, with two braces on each side.' }
      if (piece !== '') last().parts.push({ words: piece })
      continue
    }
    const name = piece.trim()
    const condition = /^#if\s+(\S+)$/.exec(name)?.[1]
    if (condition !== undefined) open.push({ when: condition, parts: [] })
    else if (name === '/if') {
      const passage = open.pop()
      if (!passage || open.length === 0)
        return { problem: '{{/if}} has no {{#if …}} before it. Remove it or write where the passage begins.' }
      last().parts.push(passage)
    } else if (field_form.test(name)) last().parts.push({ field: name })
    else
      return {
        problem: `{{${name}}} is no field. Write {{name}}, or {{#if name}} … {{/if}} round a passage that may be left out.`,
      }
  }
  if (open.length > 1)
    return { problem: `{{#if ${last().when}}} is not closed. Write {{/if}} where the passage ends.` }
  return { parts: last().parts }
}

/** Returns every field that the parts use, with the conditions around each use. */
function uses(
  parts: readonly Part[],
  under: readonly string[] = [],
): { name: string; under: readonly string[]; is_shown: boolean }[] {
  return parts.flatMap((part) => {
    if ('field' in part) return [{ name: part.field, under, is_shown: true }]
    if ('when' in part)
      return [{ name: part.when, under, is_shown: false }, ...uses(part.parts, [...under, part.when])]
    return []
  })
}

/**
 * Returns what is wrong with a template, or `null`. The template may use `fields` and must output each of `needed`
 * exactly once.
 */
export function templateProblem(
  text: string,
  fields: readonly string[],
  needed: readonly string[],
): string | null {
  const query = readTemplate(text)
  if ('problem' in query) return query.problem
  const named = uses(query.parts)
  const unknown = [...new Set(named.flatMap(({ name }) => (fields.includes(name) ? [] : [name])))]
  if (unknown.length > 0)
    return `There is no field ${unknown.map((name) => `{{${name}}}`).join(', ')} here. There are ${fields.map((name) => `{{${name}}}`).join(', ')}.`
  for (const field of needed) {
    const shown = named.filter(({ name, is_shown }) => is_shown && name === field)
    if (shown.length !== 1)
      return `The text must hold {{${field}}} exactly once; it does so ${shown.length === 0 ? 'nowhere' : `${shown.length} times`}.`
    const other = shown[0]?.under.find((condition) => condition !== field)
    if (other !== undefined)
      return `{{${field}}} must not depend on {{#if ${other}}}: it would be missing where that is unknown.`
  }
  return null
}

/**
 * Fills in a template. Inserted values are not parsed as fields, and their line breaks become spaces. Passages whose
 * field is empty are left out. Returns `''` for a template that cannot be parsed.
 */
export function filledText(text: string, values: Readonly<Record<string, string>>): string {
  const query = readTemplate(text)
  if ('problem' in query) return ''
  const valueOf = (name: string): string => (values[name] ?? '').replaceAll(/\s+/g, ' ').trim()
  const write = (parts: readonly Part[]): string =>
    parts
      .map((part) => {
        if ('words' in part) return part.words
        if ('field' in part) return valueOf(part.field)
        return valueOf(part.when) === '' ? '' : write(part.parts)
      })
      .join('')
  return write(query.parts)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()
}
