import { z } from 'zod'

/** A sentence as it is sent, so that a phone can display it in the language of its user. */
export const TextPart = z.object({
  code: z.string(),
  /** A list is displayed with commas. Labels of the domain, such as a status, are in English. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
})
export type TextPart = z.output<typeof TextPart>

/** One or more sentences: in English, and by their codes. */
export interface CodedText {
  text: string
  parts: readonly TextPart[]
}

/** The message of an answer, with its sentences by code when they have codes. */
export interface AnsweredText {
  message: string
  message_parts?: TextPart[]
}

/** Returns a message as it is sent, of a text or of an error. */
export function answeredText(
  given: CodedText | { message: string; parts: readonly TextPart[] },
): AnsweredText {
  const message = 'text' in given ? given.text : given.message
  return given.parts.length > 0 ? { message, message_parts: [...given.parts] } : { message }
}

/** Returns a text with its placeholders replaced; each value that is a text passes through `translated` first. */
export function filledText(
  template: string,
  values: TextPart['values'],
  translated: (label: string) => string = (label) => label,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' ? translated(value) : value.map((one) => translated(one)).join(', ')
  })
}
