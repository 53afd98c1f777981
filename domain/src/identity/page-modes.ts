/** Display modes of the shipment creation page, by stored value (SHIP-100, SHIP-102, SHIP-103). */
export const shipment_page_modes = [
  'default',
  'data-capturing',
  'kiosk',
  'mobile',
  'kiosk-with-payment-flow',
] as const
export type ShipmentPageMode = (typeof shipment_page_modes)[number]

export const page_mode_labels: Readonly<Record<ShipmentPageMode, string>> = {
  default: 'Default',
  'data-capturing': 'Data capturing',
  kiosk: 'Kiosk',
  mobile: 'Mobile',
  'kiosk-with-payment-flow': 'Kiosk with payment flow',
}

/** Returns the selectable modes; the mode with payment requires the counter integration (SHIP-100, SHIP-101). */
export function offeredPageModes(hasCounters: boolean): ShipmentPageMode[] {
  return shipment_page_modes.filter((mode) => mode !== 'kiosk-with-payment-flow' || hasCounters)
}

/** Returns the effective mode of a user: their own while it is offered, else the company's (SHIP-102). */
export function pageModeOf(
  own: string | null,
  company: ShipmentPageMode,
  hasCounters: boolean,
): ShipmentPageMode {
  const offered = offeredPageModes(hasCounters)
  return offered.find((mode) => mode === own) ?? offered.find((mode) => mode === company) ?? 'default'
}

/** Whether a mode is a kiosk mode: for a counter device that many people use one after the other. */
export function isKiosk(mode: string | null | undefined): boolean {
  return mode?.startsWith('kiosk') ?? false
}
