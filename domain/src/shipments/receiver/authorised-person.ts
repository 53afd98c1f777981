import { z } from 'zod'
import { isPhone, phoneSentence } from '../../kit/contacts/phone-number.ts'
import { invalid, wrongState } from '../../kit/problem.ts'
import type { RuleResult } from '../../kit/rule-result.ts'
import type { ShipmentStatus } from '../statuses/status.ts'
import { isOpenDelivery } from './open-delivery.ts'

/** Another person who may take the parcel, as the receiver named them. */
export const AuthorisedPerson = z.object({ name: z.string(), mobile_number: z.string() })
export type AuthorisedPerson = z.output<typeof AuthorisedPerson>

/** Maximum length of the name. */
export const max_person_name = 80

/** Checks whether the receiver may name another person: for a delivery to a door that has not ended. */
export function mayNamePerson(shipment: {
  status: ShipmentStatus
  is_to_point: boolean
  /** The company lets receivers name another person. */
  is_on: boolean
}): RuleResult {
  if (!shipment.is_on) return wrongState('You cannot name another person here. Please contact us.')
  const isOpen = isOpenDelivery(shipment.status, 'You can no longer name another person.')
  if (isOpen !== true) return isOpen
  return shipment.is_to_point
    ? wrongState('Anyone who has the PIN can collect this parcel at the pickup point.')
    : true
}

/** Checks what the receiver typed: a name with a phone number that can be called. */
export function checkPerson({ name, mobile_number }: AuthorisedPerson): RuleResult {
  if (name === '')
    return invalid('Enter the name of the other person.', [
      { field: 'person_name', message: 'Enter the name of the other person.' },
    ])
  if (name.length > max_person_name)
    return invalid(`Enter a name of at most ${max_person_name} characters.`, [
      { field: 'person_name', message: 'This name is too long.' },
    ])
  return (
    isPhone(mobile_number) ||
    invalid(phoneSentence('The number of the other person'), [
      { field: 'person_number', message: phoneSentence() },
    ])
  )
}

/** Returns name and number in one line: 'Sipho Dube, 082 123 4567'. */
export function personText({ name, mobile_number }: AuthorisedPerson): string {
  return `${name}, ${mobile_number}`
}

/** Returns the driver's instructions with the other person who may take the parcel in the last line. */
export function withPerson(instructions: string, person: AuthorisedPerson | null): string {
  return person === null ? instructions : `${instructions}\nMay also take it: ${personText(person)}`.trim()
}
