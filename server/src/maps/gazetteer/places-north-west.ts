/**
 * Places of North West. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const north_west_places = `
Rustenburg Central	Rustenburg	0299	NW	-25.6670	27.2420
Protea Park	Rustenburg	0299	NW	-25.6510	27.2200
Cashan	Rustenburg	0299	NW	-25.6980	27.2490
Safari Gardens	Rustenburg	0299	NW	-25.6830	27.2170
Waterfall East	Rustenburg	0299	NW	-25.6840	27.2720
Geelhoutpark	Rustenburg	0299	NW	-25.6570	27.2030
Tlhabane	Rustenburg	0309	NW	-25.6380	27.2180
Boitekong	Rustenburg	0308	NW	-25.6160	27.3080
Phokeng	Rustenburg	0335	NW	-25.5780	27.1520
Marikana	Rustenburg	0284	NW	-25.6980	27.4810
Hartbeespoort	Hartbeespoort	0216	NW	-25.7450	27.9020
Schoemansville	Hartbeespoort	0216	NW	-25.7300	27.8700
Ifafi	Hartbeespoort	0260	NW	-25.7480	27.8900
Broederstroom	Hartbeespoort	0240	NW	-25.8010	27.8720
Potchefstroom Central	Potchefstroom	2531	NW	-26.7150	27.0970
Die Bult	Potchefstroom	2531	NW	-26.6900	27.0950
Baillie Park	Potchefstroom	2531	NW	-26.7210	27.1280
Grimbeeckpark	Potchefstroom	2531	NW	-26.7350	27.1040
Ikageng	Potchefstroom	2531	NW	-26.7180	27.0300
Klerksdorp Central	Klerksdorp	2571	NW	-26.8640	26.6670
Wilkoppies	Klerksdorp	2571	NW	-26.8440	26.6600
Flamwood	Klerksdorp	2571	NW	-26.8470	26.6970
Jouberton	Klerksdorp	2574	NW	-26.8930	26.6090
Mahikeng	Mahikeng	2745	NW	-25.8650	25.6440
Mmabatho	Mahikeng	2735	NW	-25.8510	25.6270
Brits	Brits	0250	NW	-25.6340	27.7810
Letlhabile	Letlhabile	0264	NW	-25.5240	27.7180
Mooinooi	Mooinooi	0325	NW	-25.7530	27.5560
Mogwase	Mogwase	0314	NW	-25.2700	27.2250
Sun City	Sun City	0316	NW	-25.3390	27.0930
Swartruggens	Swartruggens	2835	NW	-25.6520	26.6890
Zeerust	Zeerust	2865	NW	-25.5410	26.0800
Koster	Koster	0348	NW	-25.8640	26.8970
Lichtenburg	Lichtenburg	2740	NW	-26.1520	26.1600
Coligny	Coligny	2725	NW	-26.3290	26.3160
Ventersdorp	Ventersdorp	2710	NW	-26.3180	26.8170
Delareyville	Delareyville	2770	NW	-26.6910	25.4590
Sannieshof	Sannieshof	2760	NW	-26.5300	25.8070
Ottosdal	Ottosdal	2610	NW	-26.8130	26.0130
Stilfontein	Stilfontein	2551	NW	-26.8440	26.7760
Orkney	Orkney	2619	NW	-26.9810	26.6710
Hartbeesfontein	Hartbeesfontein	2600	NW	-26.7640	26.4170
Wolmaransstad	Wolmaransstad	2630	NW	-27.1990	25.9720
Leeudoringstad	Leeudoringstad	2640	NW	-27.2240	26.2360
Bloemhof	Bloemhof	2660	NW	-27.6480	25.6040
Christiana	Christiana	2680	NW	-27.9140	25.1610
Schweizer-Reneke	Schweizer-Reneke	2780	NW	-27.1900	25.3310
Vryburg	Vryburg	8601	NW	-26.9560	24.7280
Stella	Stella	8650	NW	-26.5530	24.8660
Ganyesa	Ganyesa	8613	NW	-26.5920	24.1710
Taung	Taung	8584	NW	-27.5310	24.7820
`
