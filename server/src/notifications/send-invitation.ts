import { provider_title } from '@waybill/domain/identity/settings'
import type { userInvited } from '@waybill/domain/identity/users-and-roles/users-events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { startInvitation } from '../identity/index.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { sendMailing } from './mail/send-mailing.ts'

/** Sends an invited user the link to choose their first password. After-commit subscriber (AUTH-008). */
export async function sendInvitation(
  ctx: ExternalContext,
  { user_id }: PayloadOf<typeof userInvited>,
): Promise<void> {
  const made = await ctx.inTransaction((tx) => startInvitation(tx, user_id))
  if (!made) return
  const { user, code, days } = made
  const title = ctx.setting(provider_title)
  const query = new URLSearchParams({ verification: code, email: user.email })
  await sendMailing(ctx, user.email, {
    subject: `You are invited to ${title}`,
    headline: `Welcome to ${title}`,
    lines: [
      `Hello ${user.name}, choose a password to log in for the first time.`,
      `The link works once, within ${days} days. Ask for a new one if it has expired.`,
    ],
    button: { label: 'Choose a password', link: `${portalOf(ctx)}/login?${query.toString()}` },
  })
}
