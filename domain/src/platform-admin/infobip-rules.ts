import type { FieldProblem } from '../kit/problem.ts'

export interface InfobipFields {
  sms_provider: 'log' | 'infobip'
  infobip_base_url: string
  sms_sender_id: string
}

/**
 * Returns the problems of the Infobip configuration; the connection fields are not required while SMS are only logged
 * (NOTE-014).
 */
export function checkInfobip(about: InfobipFields, hasKey: boolean): FieldProblem[] {
  const { infobip_base_url: address, sms_sender_id: sender } = about
  const problems: FieldProblem[] = []
  const isAddress = /^https:\/\/[^\s/]+\/?$/.test(address)
  if (address ? !isAddress : about.sms_provider === 'infobip')
    problems.push({
      field: 'infobip_base_url',
      message: 'Enter an address such as https://abc123.api.infobip.com.',
    })
  if (sender && !/^([A-Za-z0-9 ]{1,11}|\+?\d{3,15})$/.test(sender))
    problems.push({ field: 'sms_sender_id', message: 'Enter up to 11 letters and digits, or a number.' })
  if (about.sms_provider === 'infobip' && !sender)
    problems.push({ field: 'sms_sender_id', message: 'Enter the sender people see.' })
  if (about.sms_provider === 'infobip' && !hasKey)
    problems.push({ field: 'infobip_api_key', message: 'Enter the key from Infobip.' })
  return problems
}
