import type {
  customerRegistered,
  newBrowserUsed,
  registrationAsked,
  resetAsked,
  signInChanged,
} from '@waybill/domain/identity/events'
import { provider_title } from '@waybill/domain/identity/settings'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { clearSending, readUser, startReset, startVerification } from '../identity/index.ts'
import { SmsRejectedError } from '../kit/sms/index.ts'
import type { ExternalContext } from '../kit/handler.ts'
import { portalOf } from './about-shipments/compose-message.ts'
import { sendMailing } from './mail/send-mailing.ts'
import { sendingIdOfJob } from './sending-id.ts'
import { sendSms } from './sms/send-sms.ts'
import { newBrowserText, sign_in_texts } from './sign-in-texts.ts'

/** Sends the link to choose a new password, if the user exists. After-commit subscriber (AUTH-038). */
export async function sendResetLink(
  ctx: ExternalContext,
  { name }: PayloadOf<typeof resetAsked>,
): Promise<void> {
  const made = await ctx.inTransaction((tx) => startReset(tx, name))
  if (!made) return
  const { user, code, minutes } = made
  await sendMailing(ctx, user.email, {
    subject: `Choose a new password for ${ctx.setting(provider_title)}`,
    headline: 'Choose a new password',
    lines: [
      `Hello ${user.name}, someone asked to reset your password.`,
      `The link works once, within ${minutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    ],
    button: { label: 'Choose a new password', link: signInLink(ctx, code, user.email) },
  })
}

/**
 * Sends the verification code of a registration, or notifies the owner of an address that is already registered.
 * After-commit subscriber (AUTH-036).
 */
export async function sendCode(
  ctx: ExternalContext,
  { registration_id }: PayloadOf<typeof registrationAsked>,
): Promise<void> {
  const made = await ctx.inTransaction((tx) => startVerification(tx, registration_id))
  if (!made) return
  const title = ctx.setting(provider_title)
  const { email, phone, name, code, minutes } = made
  const mailing =
    code === null
      ? {
          subject: `You already have an account with ${title}`,
          headline: 'You already have an account',
          lines: [
            'Someone tried to open an account with your email address. You can log in as before.',
            'If you forgot your password, choose a new one on the sign-in page. If it was not you, do nothing.',
          ],
          button: { label: 'Log in', link: `${portalOf(ctx)}/login` },
        }
      : {
          subject: `${code} is your code for ${title}`,
          headline: 'Confirm your email address',
          lines: [`Hello ${name}, enter this code to open your account. It works for ${minutes} minutes.`],
          code,
          button: { label: 'Confirm and log in', link: signInLink(ctx, code, email) },
        }
  try {
    if (phone !== null && code !== null) await textCode(ctx, phone, code, minutes)
    else await sendMailing(ctx, email, mailing)
  } catch (error) {
    await ctx.inTransaction((tx) => clearSending(tx, registration_id))
    throw error
  }
}

/** Sends a code by SMS. If the gateway rejects it permanently, logs the reason and does not retry. */
async function textCode(ctx: ExternalContext, to: string, code: string, minutes: number): Promise<void> {
  const text = `${code} is your code for ${ctx.setting(provider_title)}. It works for ${minutes} minutes.`
  try {
    await sendSms(ctx, { to, text, id: sendingIdOfJob(ctx, to) })
  } catch (error) {
    if (!(error instanceof SmsRejectedError)) throw error
    ctx.log.warn({ reason: error.message }, 'a code was refused by the SMS gateway')
  }
}

/** Notifies a user that their sign-in method was changed, by anyone. After-commit subscriber (AUTH-053). */
export async function notifySignInChanged(
  ctx: ExternalContext,
  { user_id, what }: PayloadOf<typeof signInChanged>,
): Promise<void> {
  const user = await ctx.inTransaction((tx) => readUser(tx, user_id))
  if (!user?.email) return
  const { subject, line } = sign_in_texts[what]
  await sendMailing(ctx, user.email, {
    subject,
    headline: subject,
    lines: [line, 'If it was not you, contact us at once.'],
  })
}

/** Notifies a user of a sign-in with a new browser. After-commit subscriber. */
export async function notifyNewBrowser(
  ctx: ExternalContext,
  event: PayloadOf<typeof newBrowserUsed>,
): Promise<void> {
  const user = await ctx.inTransaction((tx) => readUser(tx, event.user_id))
  if (!user?.email) return
  const { subject, lines } = newBrowserText(event)
  await sendMailing(ctx, user.email, {
    subject: `${subject} to ${ctx.setting(provider_title)}`,
    headline: subject,
    lines,
    button: { label: 'Open your profile', link: `${portalOf(ctx)}/profile` },
  })
}

/** Sends a welcome e-mail to a new customer. After-commit subscriber. */
export async function welcomeCustomer(
  ctx: ExternalContext,
  { user_id }: PayloadOf<typeof customerRegistered>,
): Promise<void> {
  const user = await ctx.inTransaction((tx) => readUser(tx, user_id))
  if (!user?.email) return
  const title = ctx.setting(provider_title)
  await sendMailing(ctx, user.email, {
    subject: `Welcome to ${title}`,
    headline: `Welcome, ${user.name}`,
    lines: ['Your account is open. You log in with this email address and the password you chose.'],
    button: { label: 'Log in', link: `${portalOf(ctx)}/login` },
  })
}

function signInLink(ctx: ExternalContext, code: string, email: string): string {
  return `${portalOf(ctx)}/login?verification=${encodeURIComponent(code)}&email=${encodeURIComponent(email)}`
}
