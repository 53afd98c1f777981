import { parseInstant } from '@waybill/domain/kit/calls/wire'
import { invalid } from '@waybill/domain/kit/problem'
import { z } from 'zod'
import type { NetworkEvent } from '../network.ts'

/** A moment in one of the forms of `parseInstant`. */
export const Moment = z.string().transform((text, issue) => {
  const moment = parseInstant(text)
  if (moment) return moment
  issue.addIssue({ code: 'custom', message: 'is not a moment' })
  return z.NEVER
})

/** An id that may be a number or a text. */
export const Id = z.union([z.string().min(1), z.number()]).transform(String)

/** Reads a report of the given form. Throws `invalid` when it has another. */
export function readReport<Report>(schema: z.ZodType<Report>, body: string): Report {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    throw invalid('The body is not JSON.')
  }
  const read = schema.safeParse(sent)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid(`${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is not as expected'}.`)
}

/** What a status of a network says about a place. */
export type StatusMeaning = Pick<NetworkEvent, 'kind' | 'by'>

/** Returns what a status means, in any spelling of the network; `null` when it says nothing about a place. */
export function meaningOf(
  status: string,
  meanings: Readonly<Record<string, StatusMeaning>>,
): StatusMeaning | null {
  return (
    meanings[
      status
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_]+/g, '-')
    ] ?? null
  )
}
