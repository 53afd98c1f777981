/** The channels on which staff write to a receiver. WhatsApp accepts only approved texts from a company. */
export const receiver_channels = ['sms', 'email'] as const
export type ReceiverChannel = (typeof receiver_channels)[number]

/** Maximum length of a message to a receiver. */
export const receiver_message_max = 600

/** What staff can write to a receiver with one click. */
export const receiver_phrases = [
  'Our driver is on the way to you.',
  'Our driver cannot find your address. Please call us.',
  'Our driver was at your address and nobody answered. Please call us.',
  'Your parcel will be later than planned. We are sorry.',
] as const
