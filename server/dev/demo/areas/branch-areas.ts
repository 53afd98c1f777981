import { area, type Corner } from './outline.ts'

/**
 * The point in the mountains of Lesotho where the three branch areas meet, and points where two areas meet the border
 * or the sea.
 */
const lesotho: Corner = [27.9, -30.6]
const molopo: Corner = [22.7, -25.3]
const kei_mouth: Corner = [28.6, -33.0]
const ponta_do_ouro: Corner = [33.0, -26.8]
const lebombo: Corner = [32.1, -26.8]

/** Border between the Northern and Eastern Cape on one side, and North West and the Free State on the other. */
const molopo_to_lesotho: Corner[] = [
  [23.4, -26.6],
  [24.0, -27.2],
  [24.3, -27.45],
  [24.4, -27.65],
  [24.95, -27.65],
  [25.0, -28.1],
  [25.0, -28.6],
  [24.9, -29.0],
  [24.6, -29.4],
  [24.75, -29.7],
  [24.95, -30.2],
  [25.2, -30.5],
  [25.35, -30.62],
  [25.5, -30.66],
  [26.1, -30.62],
  [26.6, -30.65],
  [26.9, -30.55],
  [27.25, -30.4],
  [27.4, -30.35],
]

/** Border along the escarpment: the Free State and Mpumalanga to the north, KwaZulu-Natal to the south. */
const lesotho_to_lebombo: Corner[] = [
  [28.1, -30.4],
  [28.6, -30.15],
  [29.2, -29.95],
  [29.4, -29.5],
  [29.35, -29.1],
  [28.9, -28.75],
  [29.25, -28.5],
  [29.35, -28.2],
  [29.75, -27.9],
  [29.75, -27.45],
  [30.2, -27.45],
  [31.0, -27.22],
  [31.9, -27.25],
]

/** Border from the mountains to the Kei. Durban serves the east of the Eastern Cape. */
const lesotho_to_kei_mouth: Corner[] = [
  [27.78, -31.3],
  [27.85, -31.75],
  [27.8, -32.2],
  [28.05, -32.5],
  [28.3, -32.72],
]

const lebombo_to_molopo: Corner[] = [
  [32.1, -25.6],
  [32.0, -24.4],
  [31.6, -23.2],
  [31.3, -22.3],
  [29.4, -22.1],
  [28.3, -22.6],
  [27.6, -23.2],
  [26.9, -23.7],
  [26.4, -24.6],
  [25.9, -24.7],
  [25.6, -25.6],
  [24.4, -25.75],
  [23.0, -25.3],
]

const kei_mouth_to_orange: Corner[] = [
  [27.6, -33.45],
  [26.8, -33.85],
  [25.8, -34.15],
  [24.9, -34.3],
  [23.5, -34.2],
  [22.4, -34.2],
  [21.9, -34.45],
  [20.9, -34.55],
  [20.0, -34.95],
  [19.2, -34.7],
  [18.8, -34.45],
  [18.4, -34.45],
  [18.2, -34.2],
  [18.2, -33.7],
  [17.75, -33.1],
  [17.7, -32.7],
  [18.1, -32.2],
  [17.9, -31.7],
  [17.1, -30.4],
  [16.7, -29.4],
  [16.3, -28.6],
]

const orange_to_molopo: Corner[] = [
  [16.3, -28.5],
  [17.3, -28.2],
  [18.0, -28.85],
  [19.2, -28.9],
  [20.0, -28.3],
  [20.0, -24.75],
  [20.6, -25.5],
  [20.7, -26.6],
  [21.5, -26.8],
]

const ponta_do_ouro_to_kei_mouth: Corner[] = [
  [33.0, -27.4],
  [32.75, -28.2],
  [32.3, -28.75],
  [31.6, -29.4],
  [31.2, -29.9],
  [30.95, -30.4],
  [30.5, -31.1],
  [30.0, -31.5],
  [29.3, -32.1],
]

/** Gauteng, Limpopo, Mpumalanga, North West and the Free State. */
export const johannesburg_branch_area = area(
  molopo,
  ...molopo_to_lesotho,
  lesotho,
  ...lesotho_to_lebombo,
  lebombo,
  ...lebombo_to_molopo,
)

/** The Western and Northern Cape and the Eastern Cape up to the Kei. */
export const cape_town_branch_area = area(
  molopo,
  ...molopo_to_lesotho,
  lesotho,
  ...lesotho_to_kei_mouth,
  kei_mouth,
  ...kei_mouth_to_orange,
  ...orange_to_molopo,
)

/** KwaZulu-Natal and the Eastern Cape east of the Kei. */
export const durban_branch_area = area(
  lesotho,
  ...lesotho_to_lebombo,
  lebombo,
  ponta_do_ouro,
  ...ponta_do_ouro_to_kei_mouth,
  kei_mouth,
  ...[...lesotho_to_kei_mouth].reverse(),
)

/** Namaqualand, Bushmanland and the Kalahari: a remote area where a trip takes a day. */
export const remote_area = area(
  [16.3, -28.6],
  ...orange_to_molopo,
  [21.4, -27.6],
  [20.9, -28.2],
  [20.3, -28.9],
  [20.6, -31.2],
  [18.9, -31.2],
  [17.6, -31.2],
  [17.1, -30.4],
  [16.7, -29.4],
)
