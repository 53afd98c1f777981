import { support_email, support_phone } from '@waybill/domain/identity/settings'
import { Problem } from '@waybill/domain/kit/problem'
import { notSentText, type CompanyContact } from '@waybill/domain/shipments/receiver/receiver-link'
import type { BaseContext } from '../../kit/handler.ts'
import { isReceiver } from '../../shipments/index.ts'

/** Returns the error for a message from a page of tracking that could not be sent: it says how to reach the company. */
export function notSentFromPage(reader: BaseContext): Problem {
  return new Problem('unavailable', notSentText(contactOf(reader)))
}

/** Returns how receivers reach the company. */
export function contactOf(reader: BaseContext): CompanyContact {
  return { phone: reader.setting(support_phone), email: reader.setting(support_email) }
}

/**
 * Returns the error for a message that was asked for and could not be sent. A receiver reads how to reach the company;
 * everybody else reads `problem`, whose reason is also in the communication log.
 */
export function notSent(reader: BaseContext, problem: Problem): Problem {
  return isReceiver(reader.actor) ? notSentFromPage(reader) : problem
}
