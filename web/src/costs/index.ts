export { ShipmentCostsCard } from './ShipmentCostsCard.tsx'
