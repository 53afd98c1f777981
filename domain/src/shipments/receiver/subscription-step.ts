/** What a person does with the link in an e-mail: confirms the subscription, or ends it. */
export type SubscriberStep = 'confirm' | 'end'
