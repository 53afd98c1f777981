import { answer_texts, type AnswerCode } from './answer-texts.ts'
import { filledText, type CodedText, type TextPart } from './text-part.ts'

export type { CodedText } from './text-part.ts'

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type PlaceholderOf<Code extends AnswerCode> = Placeholder<(typeof answer_texts)[Code]>

/** Returns a sentence of `answer_texts` with its values. */
export function codedText<Code extends AnswerCode>(
  code: Code,
  ...given: [PlaceholderOf<Code>] extends [never]
    ? []
    : [values: Record<PlaceholderOf<Code>, TextPart['values'][string]>]
): CodedText {
  const values: TextPart['values'] = given[0] ?? {}
  return { text: filledText(answer_texts[code], values), parts: [{ code, values }] }
}

/** Returns several texts as one, in this order. */
export function joinedTexts(...texts: readonly CodedText[]): CodedText {
  return {
    text: texts.map(({ text }) => text).join(' '),
    parts: texts.flatMap(({ parts }) => parts),
  }
}
