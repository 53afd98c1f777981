/** What a person does with the link in a message to a subscriber: confirms the subscription, or ends it. */
export type SubscriberStep = 'confirm' | 'end'

/** How a subscriber is informed. */
export const subscriber_channels = ['email', 'sms'] as const
export type SubscriberChannel = (typeof subscriber_channels)[number]
