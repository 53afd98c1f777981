import type { identityApi } from '@waybill/domain/identity/api'
import { isKiosk } from '@waybill/domain/identity/page-modes'
import { terms_and_conditions_version } from '@waybill/domain/identity/settings'
import { isOneEmail } from '@waybill/domain/kit/contacts/email'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { listedPhone } from '@waybill/domain/kit/contacts/phone'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import { forbidden, invalid, type FieldProblem } from '@waybill/domain/kit/problem'
import type { ExternalHandler } from '../../kit/handler.ts'
import { presentUser } from './present-user.ts'
import { readForSignIn } from '../sign-in/sign-in-store.ts'
import { isNameTaken, readUser, updateUser } from '../store.ts'
import { requirePassword } from '../second-factor/two-factor.ts'

type Patch = Input<typeof identityApi.changeUser>

/** The fields that users may change on their own record. Roles, limits and the like are changed by user managers. */
const ownFields = ({
  name,
  email,
  phone_number,
  shipment_page_mode,
  terms_and_conditions_accepted_version,
}: Patch) => ({ name, email, phone_number, shipment_page_mode, terms_and_conditions_accepted_version })

/**
 * Changes fields of the user's own record (AUTH-060, AUTH-075, AUTH-077) and returns the user without secrets. A new
 * email address requires the password, because password links are sent there. Leaving kiosk mode also requires it.
 */
export const changeUser: ExternalHandler<typeof identityApi.changeUser> = async (ctx, input) => {
  const { id, current_password } = input
  const sent = ownFields(input)
  if (id !== undefined && id !== ctx.actor.user_id) throw forbidden('You may only change your own user here.')
  const user = await ctx.inTransaction((inner) => readForSignIn(inner, inner.actor.user_id))
  const problems: FieldProblem[] = []
  if (sent.email !== undefined && !isOneEmail(sent.email))
    problems.push({ field: 'email', message: 'Email is not valid.' })
  if (sent.phone_number !== undefined && !isPhone(sent.phone_number))
    problems.push({ field: 'phone_number', message: phoneSentence() })
  const accepted = sent.terms_and_conditions_accepted_version
  if (accepted !== undefined && accepted !== ctx.setting(terms_and_conditions_version))
    problems.push({
      field: 'terms_and_conditions_accepted_version',
      message: 'The terms have changed in the meantime. Refresh the page and read them again.',
    })
  const [first] = problems
  if (first) throw invalid(first.message, problems)
  const isNewEmail = sent.email !== undefined && sent.email.toLowerCase() !== user.email.toLowerCase()
  // A person at a kiosk is usually not its operator, so leaving kiosk mode requires the password.
  const leavesKiosk =
    sent.shipment_page_mode !== undefined &&
    isKiosk(user.shipment_page_mode) &&
    !isKiosk(sent.shipment_page_mode)
  if (isNewEmail || leavesKiosk) await requirePassword(ctx, user, current_password ?? '')
  return ctx.answer(async (inner) => {
    if (isNewEmail && sent.email && (await isNameTaken(inner, sent.email)))
      throw invalid(`User with email ${sent.email} already exists`, [
        { field: 'email', message: `User with email ${sent.email} already exists` },
      ])
    const given = Object.entries(sent).filter(([, value]) => value !== undefined)
    const changes = Object.fromEntries(given) as Parameters<typeof updateUser>[2]
    if (sent.phone_number) changes.phone_number = listedPhone(sent.phone_number)
    if (given.length > 0) await updateUser(inner, inner.actor.user_id, changes)
    const row = await readUser(inner, inner.actor.user_id)
    if (!row) throw new Error('The signed-in user could not be read.')
    return presentUser(row)
  })
}
