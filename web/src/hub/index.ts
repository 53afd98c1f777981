export { DamagesCard } from './damages/DamagesCard.tsx'
