/**
 * Places of Mpumalanga. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const mpumalanga_places = `
Mbombela Central	Mbombela	1201	MP	-25.4750	30.9690
West Acres	Mbombela	1201	MP	-25.4750	30.9480
Sonheuwel	Mbombela	1201	MP	-25.4910	30.9780
Riverside Park	Mbombela	1201	MP	-25.4390	30.9670
Steiltes	Mbombela	1201	MP	-25.4990	30.9510
KaNyamazane	Mbombela	1214	MP	-25.4830	31.1720
Kabokweni	Mbombela	1245	MP	-25.3290	31.1240
Matsulu	Mbombela	1203	MP	-25.5120	31.3510
Emalahleni Central	Emalahleni	1034	MP	-25.8730	29.2330
Del Judor	Emalahleni	1034	MP	-25.8950	29.2430
Model Park	Emalahleni	1034	MP	-25.8860	29.2130
Klipfontein	Emalahleni	1034	MP	-25.8600	29.2470
Tasbet Park	Emalahleni	1040	MP	-25.9140	29.2360
KwaGuqa	Emalahleni	1039	MP	-25.8630	29.1490
Middelburg	Middelburg	1050	MP	-25.7750	29.4640
Aerorand	Middelburg	1050	MP	-25.8000	29.4720
Mhluzi	Middelburg	1053	MP	-25.7530	29.4360
Secunda	Secunda	2302	MP	-26.5160	29.1910
Evander	Secunda	2280	MP	-26.4710	29.1110
eMbalenhle	Secunda	2285	MP	-26.5490	29.0740
Trichardt	Secunda	2300	MP	-26.4920	29.2290
Kinross	Secunda	2270	MP	-26.4190	29.0880
White River	White River	1240	MP	-25.3320	31.0110
Hazyview	Hazyview	1242	MP	-25.0420	31.1280
Sabie	Sabie	1260	MP	-25.0990	30.7790
Graskop	Graskop	1270	MP	-24.9330	30.8410
Pilgrim's Rest	Pilgrim's Rest	1290	MP	-24.9070	30.7560
Lydenburg	Lydenburg	1120	MP	-25.0960	30.4460
Bushbuckridge	Bushbuckridge	1280	MP	-24.8380	31.0640
Acornhoek	Acornhoek	1360	MP	-24.5970	31.0930
Thulamahashe	Thulamahashe	1365	MP	-24.7260	31.1970
Barberton	Barberton	1300	MP	-25.7880	31.0530
Malelane	Malelane	1320	MP	-25.4850	31.5150
Komatipoort	Komatipoort	1340	MP	-25.4330	31.9480
Dullstroom	Dullstroom	1110	MP	-25.4170	30.1050
Belfast	Belfast	1100	MP	-25.6900	30.0300
Machadodorp	Machadodorp	1170	MP	-25.6640	30.2510
Waterval Boven	Waterval Boven	1195	MP	-25.6450	30.3330
Hendrina	Hendrina	1095	MP	-26.1590	29.7150
Carolina	Carolina	1185	MP	-26.0690	30.1130
Badplaas	Badplaas	1190	MP	-25.9560	30.5660
Elukwatini	Elukwatini	1192	MP	-26.0480	30.7960
Ermelo	Ermelo	2351	MP	-26.5280	29.9840
Breyten	Breyten	2330	MP	-26.3020	29.9860
Bethal	Bethal	2309	MP	-26.4580	29.4650
Kriel	Kriel	2271	MP	-26.2560	29.2620
Ogies	Ogies	2230	MP	-26.0500	29.0560
Delmas	Delmas	2210	MP	-26.1460	28.6830
Leandra	Leandra	2265	MP	-26.3740	28.9210
Balfour	Balfour	2410	MP	-26.6600	28.5870
Standerton	Standerton	2429	MP	-26.9340	29.2410
Volksrust	Volksrust	2470	MP	-27.3650	29.8820
Wakkerstroom	Wakkerstroom	2480	MP	-27.3540	30.1440
Piet Retief	Piet Retief	2380	MP	-27.0070	30.8130
Amsterdam	Amsterdam	2375	MP	-26.6230	30.6680
Siyabuswa	Siyabuswa	0472	MP	-25.1130	29.0440
KwaMhlanga	KwaMhlanga	1022	MP	-25.4320	28.7080
Kwaggafontein	Kwaggafontein	0458	MP	-25.3050	28.9410
`
