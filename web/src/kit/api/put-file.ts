import { answerText } from './error-text.ts'
import { Refusal } from './refusal.ts'

/** Milliseconds one file may take on a slow line. */
const patience_ms = 90_000

/**
 * Sends one file to its signed address. Throws a `Refusal`: with the sentence of the store when it does not take the
 * file, and with status 0 when the line fails, so that it may be tried again later.
 */
export async function putFile(url: string, blob: Blob, what = 'The file'): Promise<void> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), patience_ms)
  try {
    const response = await fetch(url, {
      method: 'PUT',
      body: blob,
      headers: { 'content-type': blob.type },
      signal: clock.signal,
    })
    if (!response.ok)
      throw new Refusal(
        response.status,
        answerText(await response.text()) || `${what} could not be sent (${response.status}).`,
      )
  } catch (thrown) {
    throw thrown instanceof Refusal ? thrown : new Refusal(0, `${what} could not be sent.`)
  } finally {
    clearTimeout(timer)
  }
}
