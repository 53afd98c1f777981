import type { Ctx, PartnerCtx } from '../kit/verb.ts'
import { dress, type Letter } from './letter.ts'
import { rememberUnsent, sendEach, sendRemembered } from './send.ts'

/** A letter to one address, remembered under a key of its own. */
export interface PlannedLetter {
  address: string
  once_key: string
  letter: Letter
}

/** What the communication log says of letters about one thing. */
export interface LettersAbout {
  shipment_id: number
  account_id: number
  event: string
  /** As the log shows them. */
  body: string
}

/** Writes letters to the communication log; answers those that have not been sent yet. */
export async function planLetters(
  ctx: Ctx,
  { body, ...about }: LettersAbout,
  planned: readonly PlannedLetter[],
): Promise<PlannedLetter[]> {
  const unsent = await rememberUnsent(
    ctx,
    planned.map(({ address, once_key, letter }) => ({
      ...about,
      channel: 'email',
      recipient: address,
      subject: letter.subject,
      body,
      once_key,
      status: 'queued',
      reason: null,
    })),
  )
  return planned.filter(({ once_key }) => unsent.has(once_key))
}

/** Sends planned letters, each once; throws while some of them should be tried again. */
export function sendLetters(ctx: PartnerCtx, planned: readonly PlannedLetter[]): Promise<void> {
  return sendEach(planned, ({ address, once_key, letter }) =>
    sendRemembered(ctx, once_key, address, () => dress(ctx, address, letter)),
  )
}
