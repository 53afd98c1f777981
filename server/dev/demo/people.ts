import { role_ids } from '@waybill/domain/kit/actor'

/** A user of the demo company. */
export interface DemoPerson {
  username: string
  name: string
  role: string
  role_id: number
  branch: 'JHB' | 'CPT' | 'DBN' | null
}

/** Staff of every role, including three drivers and the platform administrator. */
export const demo_staff: readonly DemoPerson[] = [
  {
    username: 'thandi',
    name: 'Thandi Mokoena',
    role: 'administrator',
    role_id: role_ids.administrator,
    branch: 'JHB',
  },
  {
    username: 'kavitha',
    name: 'Kavitha Naidoo',
    role: 'finance-manager',
    role_id: role_ids.finance_manager,
    branch: 'JHB',
  },
  { username: 'johan', name: 'Johan van Wyk', role: 'operations-manager', role_id: 10, branch: 'JHB' },
  { username: 'lerato', name: 'Lerato Khumalo', role: 'controller', role_id: 11, branch: 'CPT' },
  { username: 'bongani', name: 'Bongani Zulu', role: 'hub-operator', role_id: 12, branch: 'JHB' },
  { username: 'aisha', name: 'Aisha Patel', role: 'customer-service', role_id: 13, branch: 'DBN' },
  { username: 'sipho', name: 'Sipho Dlamini', role: 'driver', role_id: role_ids.driver, branch: 'JHB' },
  { username: 'pieter', name: 'Pieter Jacobs', role: 'driver', role_id: role_ids.driver, branch: 'CPT' },
  { username: 'nomsa', name: 'Nomsa Cele', role: 'driver', role_id: role_ids.driver, branch: 'DBN' },
  {
    username: 'palesa',
    name: 'Palesa Molefe',
    role: 'system-administrator',
    role_id: role_ids.system_administrator,
    branch: null,
  },
  { username: 'boitumelo', name: 'Boitumelo Maseko', role: 'kiosk-operator', role_id: 14, branch: 'JHB' },
  { username: 'anele', name: 'Anele Mthembu', role: 'sales', role_id: 15, branch: 'JHB' },
  { username: 'yusuf', name: 'Yusuf Adams', role: 'back-office-pod', role_id: 16, branch: 'CPT' },
  { username: 'helen', name: 'Helen Fourie', role: 'read-only-auditor', role_id: 17, branch: null },
]

/** Users of the first account, one per account role. */
export const demo_customers: readonly Omit<DemoPerson, 'branch'>[] = [
  { username: 'riaan', name: 'Riaan Jooste', role: 'account-owner', role_id: role_ids.account_owner },
  { username: 'zanele', name: 'Zanele Mbeki', role: 'account-user', role_id: role_ids.account_user },
  {
    username: 'pravesh',
    name: 'Pravesh Govender',
    role: 'account-user-no-billing',
    role_id: role_ids.account_user_no_billing,
  },
]

export interface DemoCompany {
  name: string
  code: string
  city: string
  suburb: string
  type: 'prepaid' | 'postpaid'
  frequency: 'monthly' | 'weekly' | 'daily'
  goods: string
}

const company = (
  name: string,
  code: string,
  suburb: string,
  city: string,
  type: DemoCompany['type'],
  frequency: DemoCompany['frequency'],
  goods: string,
): DemoCompany => ({ name, code, suburb, city, type, frequency, goods })

/** Thirty-nine customers. The guest account is the fortieth. All names are invented. */
export const demo_companies: readonly DemoCompany[] = [
  company('Overberg Books (Pty) Ltd', 'OVB014', 'Epping', 'Cape Town', 'postpaid', 'weekly', 'Textbooks'),
  company('Highveld Optical', 'HVO003', 'Menlyn', 'Pretoria', 'postpaid', 'weekly', 'Spectacle frames'),
  company('Kaapse Keuken', 'KKE001', 'Paarden Eiland', 'Cape Town', 'postpaid', 'monthly', 'Spices'),
  company('Umlazi Spares', 'UMS002', 'Jacobs', 'Durban', 'postpaid', 'weekly', 'Brake pads'),
  company('Tshwane Labs', 'TSL004', 'Hatfield', 'Pretoria', 'postpaid', 'daily', 'Sample kits'),
  company('Sandstone Décor', 'SSD005', 'Stellenbosch', 'Stellenbosch', 'postpaid', 'monthly', 'Cushions'),
  company('Bluegum Nursery', 'BGN006', 'Howick', 'Howick', 'prepaid', 'monthly', 'Seedlings'),
  company('Karoo Wool Co-op', 'KWC007', 'Graaff-Reinet', 'Graaff-Reinet', 'postpaid', 'monthly', 'Wool'),
  company('Nkosi Wholesale', 'NKW008', 'Polokwane', 'Polokwane', 'postpaid', 'weekly', 'Groceries'),
  company('Braamfontein Prints', 'BRP009', 'Braamfontein', 'Johannesburg', 'prepaid', 'monthly', 'Posters'),
  company('Atlantic Surf Supply', 'ASS010', 'Sea Point', 'Cape Town', 'prepaid', 'monthly', 'Wetsuits'),
  company('Midrand Medical', 'MRM011', 'Midrand', 'Johannesburg', 'postpaid', 'daily', 'Dressings'),
  company('Umhlanga Interiors', 'UMI012', 'Umhlanga', 'Durban', 'postpaid', 'monthly', 'Lamps'),
  company('Vaal Tools', 'VAT013', 'Vanderbijlpark', 'Vanderbijlpark', 'prepaid', 'monthly', 'Drill bits'),
  company('Melville Vinyl', 'MEV015', 'Melville', 'Johannesburg', 'prepaid', 'monthly', 'Records'),
  company('Constantia Cellars', 'COC016', 'Constantia', 'Cape Town', 'postpaid', 'monthly', 'Wine'),
  company('Chatsworth Textiles', 'CHT017', 'Chatsworth', 'Durban', 'postpaid', 'weekly', 'Fabric'),
  company('Centurion Circuits', 'CEC018', 'Centurion', 'Centurion', 'postpaid', 'weekly', 'Circuit boards'),
  company('Paarl Pumps', 'PAP019', 'Paarl', 'Paarl', 'postpaid', 'monthly', 'Pump parts'),
  company('Soweto Shoes', 'SOS020', 'Orlando East', 'Soweto', 'prepaid', 'monthly', 'Sneakers'),
  company('Rosebank Stationers', 'ROS021', 'Rosebank', 'Johannesburg', 'postpaid', 'monthly', 'Notebooks'),
  company('Pinetown Plastics', 'PIP022', 'Pinetown', 'Pinetown', 'postpaid', 'weekly', 'Crates'),
  company('Mamelodi Mobile', 'MAM023', 'Mamelodi', 'Pretoria', 'prepaid', 'monthly', 'Phone cases'),
  company('Bellville Bearings', 'BEB024', 'Bellville', 'Cape Town', 'postpaid', 'weekly', 'Bearings'),
  company('Kempton Cosmetics', 'KEC025', 'Kempton Park', 'Kempton Park', 'postpaid', 'monthly', 'Creams'),
  company(
    'Drakensberg Outdoor',
    'DRO026',
    'Pietermaritzburg',
    'Pietermaritzburg',
    'postpaid',
    'monthly',
    'Tents',
  ),
  company('Woodstock Roasters', 'WOR027', 'Woodstock', 'Cape Town', 'prepaid', 'monthly', 'Coffee'),
  company('Germiston Gears', 'GEG028', 'Germiston', 'Germiston', 'postpaid', 'weekly', 'Gears'),
  company('Fourways Fitness', 'FOF029', 'Fourways', 'Johannesburg', 'prepaid', 'monthly', 'Bands'),
  company('Berea Botanicals', 'BEB030', 'Berea', 'Durban', 'prepaid', 'monthly', 'Oils'),
  company('Sandton Signage', 'SAS031', 'Sandton', 'Johannesburg', 'postpaid', 'weekly', 'Signs'),
  company('Somerset Saddlery', 'SOS032', 'Somerset West', 'Somerset West', 'prepaid', 'monthly', 'Saddles'),
  company('Brooklyn Bags', 'BRB033', 'Brooklyn', 'Pretoria', 'prepaid', 'monthly', 'Bags'),
  company('Phoenix Packaging', 'PHP034', 'Phoenix', 'Durban', 'postpaid', 'monthly', 'Boxes'),
  company('Observatory Optics', 'OBO035', 'Observatory', 'Cape Town', 'postpaid', 'monthly', 'Lenses'),
  company('Benoni Batteries', 'BEB036', 'Benoni', 'Benoni', 'postpaid', 'weekly', 'Chargers'),
  company('Claremont Classics', 'CLC037', 'Claremont', 'Cape Town', 'prepaid', 'monthly', 'Frames'),
  company('Randburg Robotics', 'RAR038', 'Randburg', 'Randburg', 'postpaid', 'monthly', 'Sensors'),
  company('Glenwood Gifts', 'GLG039', 'Glenwood', 'Durban', 'prepaid', 'monthly', 'Gifts'),
]

export const first_names = [
  'Naledi',
  'Anton',
  'Precious',
  'Johan',
  'Fatima',
  'Sibusiso',
  'Chantel',
  'Themba',
  'Nadia',
  'Willem',
  'Ayanda',
  'Priya',
  'Gert',
  'Lindiwe',
  'Mohammed',
  'Karin',
  'Tshepo',
  'Yolanda',
  'Rashid',
  'Elmarie',
] as const
export const last_names = [
  'Mokoena',
  'Botha',
  'Nkosi',
  'Pillay',
  'van der Merwe',
  'Ndlovu',
  'Petersen',
  'Sithole',
  'Fourie',
  'Mahlangu',
  'Abrahams',
  'Venter',
  'Khoza',
  'Reddy',
  'Jansen',
  'Molefe',
  'Swanepoel',
  'Hendricks',
  'Zwane',
  'Coetzee',
] as const
export const streets = [
  'Bath Avenue',
  'Main Road',
  'Church Street',
  'Voortrekker Road',
  'Long Street',
  'Nelson Mandela Drive',
  'Jan Smuts Avenue',
  'Oak Avenue',
  'Station Road',
  'Loop Street',
  '4th Avenue',
  'Rivonia Road',
  'Protea Road',
  'Beach Road',
  'Albertina Sisulu Road',
] as const
