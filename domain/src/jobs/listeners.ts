/**
 * The listeners that run after a commit. The key is the name under which jobs are stored; the value describes the job
 * for users.
 */
export const job_listeners = {
  'make file': 'Create a report or download',
  'tell file': 'Email that a file is ready',
  'tell webhook disabled': 'Email that a webhook was switched off',
  'take up bulk work': 'Import or change many shipments',
  'invoice at once': 'Invoice a shipment',
  'review hold': 'Check whether an account goes on hold',
  'mark shipments invoiced': 'Mark shipments as invoiced',
  'tell booked': 'Message about a new booking',
  'ask for payment': 'Email a guest the link to pay',
  'tell expired': 'Email a guest that a booking has expired',
  'check payment notice': 'Check a payment with the gateway',
  'send receipt': 'Email a receipt',
  'ask for refund': 'Request a refund from a gateway',
  'tell automatic top-up': 'Email about an automatic top-up',
  'tell payout': 'Email about a payout of collected money',
  'send reset link': 'Email a link to reset a password',
  'send code': 'Send the code of a registration',
  'send invitation': 'Email an invitation',
  'tell claim': 'Message about a claim',
  'tell discrepancy': 'Message about a weight discrepancy',
  'send question': 'Email a question to the company',
  'tell new browser': 'Email about a sign-in from a new browser',
  'tell sign-in changed': 'Email about a changed sign-in',
  'welcome customer': 'Email a welcome',
  'tell moved': 'Message about the status of a shipment',
  'mail account': 'Email the account about a shipment',
  'tell rescheduled': 'Message about a new delivery day',
  'tell company of day': 'Email the company about a new delivery day',
  'run month-end': 'Issue or e-mail the invoices of a period',
  'mail approval': 'Email about a request for approval',
  'mail document': 'Email an invoice, statement or reminder',
  'mail note': 'Email a note of a shipment',
  'tell company of cancel': 'Email the company about a cancellation',
  'send driver push': 'Notify a driver',
  'assign areas': 'Give the work of areas to their drivers',
  'estimate arrivals': 'Estimate the arrivals of a driver',
  'send text': 'Send a text message',
  'mail receiver': 'Email a message that staff wrote to a receiver',
  'tell VIP': 'Email about a shipment of a VIP account',
  'reserve place': 'Reserve a place at a locker or counter',
  'tell locker network': 'Change a reservation at a network of lockers',
  'notify near receivers': 'Notify receivers that the driver is near',
  'answer reply': 'Answer a reply to a message',
  'change paid place': 'Send a parcel to the place that its receiver paid for',
  'remind receiver': 'Remind the receiver of a parcel at a pickup point',
} as const
export type JobListener = keyof typeof job_listeners

export const job_listener_names = Object.keys(job_listeners) as JobListener[]

/** Returns the description of a job, or a generic text when another release named its listener differently. */
export function jobTitle(listener: string): string {
  return Object.hasOwn(job_listeners, listener)
    ? job_listeners[listener as JobListener]
    : 'Job from another release'
}
