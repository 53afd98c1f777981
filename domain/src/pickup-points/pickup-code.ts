/** The reference and the PIN in one code, as the QR code of a receiver or sender contains them: `K7M2QX:1234`. */
export interface PickupCode {
  reference: string
  pin: string
}

/** Returns the text of the QR code with which a receiver fetches a parcel or a sender drops it off. */
export function pickupCodeText({ reference, pin }: PickupCode): string {
  return `${reference}:${pin}`
}

/** Reads a QR code with reference and PIN; `null` for every other code. */
export function readPickupCode(raw: string): PickupCode | null {
  const [, reference = '', pin = ''] = /^([\p{L}\d/-]{6,60}):(\d{4,8})$/u.exec(raw.trim()) ?? []
  return reference === '' ? null : { reference: reference.toUpperCase(), pin }
}
