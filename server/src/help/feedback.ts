import type { helpApi } from '@waybill/domain/help/api'
import { questionAsked } from '@waybill/domain/help/events'
import {
  help_centre_contact_email,
  help_centre_contact_form,
  help_centre_enabled,
} from '@waybill/domain/help/settings'
import { support_email } from '@waybill/domain/identity/settings'
import { isOneEmail } from '@waybill/domain/kit/contacts/email'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { forbidden, invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import { claimOfHour, requireSolved } from '../identity/index.ts'
import { digestOf } from '../kit/sealer.ts'
import type { Context, ExternalContext, BaseContext, Handler } from '../kit/handler.ts'
import { sendMailing } from '../notifications/index.ts'
import { articleFor } from './read-articles.ts'
import { saveVote } from './store.ts'

const questions_per_hour = 5

/** Stores whether an article was helpful: one vote per user, and one per IP address for guests. */
export const voteOnArticle: Handler<typeof helpApi.vote> = async (ctx, { slug, is_helpful }) => {
  await articleFor(ctx, slug)
  await saveVote(ctx, slug, voterOf(ctx), is_helpful)
  return {}
}

function voterOf({ actor, request, sealer }: Context): string {
  return actor.kind === 'user' ? `user ${actor.user_id}` : `guest ${sealer.digest('voter', request.address)}`
}

/** Accepts a question to the company, which is then sent by e-mail. */
export const contactCompany: Handler<typeof helpApi.ask> = async (
  ctx,
  { name, email, message, page, error_id, captcha },
) => {
  if (!ctx.setting(help_centre_enabled) || !ctx.setting(help_centre_contact_form) || receiverOf(ctx) === '')
    throw forbidden('Questions cannot be sent from here. Please contact the courier company.')
  const problems: FieldProblem[] = []
  if (!name.trim()) problems.push({ field: 'name', message: 'Name is required.' })
  if (!isOneEmail(email)) problems.push({ field: 'email', message: 'Email is not valid.' })
  if (!message.trim()) problems.push({ field: 'message', message: 'Message is required.' })
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  await requireSolved(ctx, captcha)
  const { actor } = ctx
  const asker = actor.kind === 'user' ? `user ${actor.user_id}` : `address ${ctx.request.address}`
  const error = await claimOfHour(ctx, `questions of ${digestOf(asker)}`, questions_per_hour)
  if (error) throw error
  const facts = [
    actor.kind === 'user' && `User: ${actor.username}`,
    actor.account_id !== null && `Account: ${actor.account_id}`,
    page && `Page: ${page}`,
    error_id && `Last error: ${error_id}`,
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
  await ctx.emit(questionAsked, { name: name.trim(), email: email.trim(), message: message.trim(), facts })
  return { message: 'We have received your question. We will answer by e-mail.' }
}

function receiverOf(reader: BaseContext): string {
  return reader.setting(help_centre_contact_email) || reader.setting(support_email)
}

/** Sends a question to the company by e-mail, with the sender as reply address. Runs as a subscriber after the commit. */
export async function sendQuestion(
  ctx: ExternalContext,
  { name, email, message, facts }: PayloadOf<typeof questionAsked>,
): Promise<void> {
  const receiver = receiverOf(ctx)
  if (receiver === '') return
  await sendMailing(ctx, receiver, {
    subject: `Question from ${name}`,
    headline: `${name} asks`,
    lines: [...message.split(/\n+/), `Reply to: ${email}`, ...facts],
    reply_to: email,
  })
}
