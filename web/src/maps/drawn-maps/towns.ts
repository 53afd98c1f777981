/** Towns for orientation. The map of the whole country shows only the first six. */
export const main_towns: readonly { name: string; lat: number; lng: number }[] = [
  { name: 'Cape Town', lat: -33.93, lng: 18.45 },
  { name: 'Johannesburg', lat: -26.2, lng: 28.05 },
  { name: 'Durban', lat: -29.86, lng: 31.02 },
  { name: 'Gqeberha', lat: -33.96, lng: 25.6 },
  { name: 'Bloemfontein', lat: -29.1, lng: 26.2 },
  { name: 'Polokwane', lat: -23.9, lng: 29.45 },
  { name: 'Tshwane', lat: -25.75, lng: 28.19 },
  { name: 'Mbombela', lat: -25.47, lng: 30.98 },
  { name: 'Kimberley', lat: -28.74, lng: 24.76 },
  { name: 'East London', lat: -33.02, lng: 27.9 },
  { name: 'Mahikeng', lat: -25.85, lng: 25.64 },
  { name: 'George', lat: -33.96, lng: 22.46 },
  { name: 'Upington', lat: -28.45, lng: 21.25 },
  { name: 'Pietermaritzburg', lat: -29.6, lng: 30.38 },
  { name: 'Vereeniging', lat: -26.67, lng: 27.93 },
  { name: 'Stellenbosch', lat: -33.93, lng: 18.86 },
]
