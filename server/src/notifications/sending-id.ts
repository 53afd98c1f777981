import { createHash, randomUUID } from 'node:crypto'
import type { BaseContext } from '../kit/handler.ts'

/** Returns the id used with mail servers and gateways, the same for every attempt to send what has this key. */
export function sendingId(reader: BaseContext, onceKey: string): string {
  return createHash('sha256').update(`${reader.provider_id}:${onceKey}`).digest('hex').slice(0, 32)
}

/**
 * Returns the id of something that is sent without being stored first, such as an e-mail to one person: the same for
 * every attempt of the job that sends it, and a new one in a request (decision 0100).
 */
export function sendingIdOfJob(reader: BaseContext, what: string): string {
  const { job_id } = reader.request
  return sendingId(reader, job_id === undefined ? randomUUID() : `job ${job_id} ${what}`)
}

/** Returns the `Message-ID` of an e-mail from the id of its sending. */
export function mailId({ request }: BaseContext, id: string): string {
  return `<${id}@${new URL(request.web_url).hostname}>`
}
