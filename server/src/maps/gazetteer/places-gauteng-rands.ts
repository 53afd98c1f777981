/**
 * Places of the East Rand, the West Rand and the Vaal Triangle. Tab-separated: suburb, city, street postal code,
 * province, latitude, longitude (docs/domain/maps.md).
 */
export const gauteng_rands_places = `
Kempton Park Central	Kempton Park	1619	GP	-26.1010	28.2320
Glen Marais	Kempton Park	1619	GP	-26.0810	28.2520
Edleen	Kempton Park	1619	GP	-26.0880	28.2180
Rhodesfield	Kempton Park	1619	GP	-26.1220	28.2280
Spartan	Kempton Park	1619	GP	-26.1180	28.2080
Bonaero Park	Kempton Park	1619	GP	-26.1190	28.2610
Pomona	Kempton Park	1619	GP	-26.1030	28.2690
Terenure	Kempton Park	1619	GP	-26.0740	28.2180
Croydon	Kempton Park	1619	GP	-26.1280	28.2000
Norkem Park	Kempton Park	1618	GP	-26.0610	28.2230
Birchleigh	Kempton Park	1618	GP	-26.0590	28.2380
Isando	Kempton Park	1609	GP	-26.1410	28.2060
OR Tambo International Airport	Kempton Park	1627	GP	-26.1337	28.2420
Tembisa	Kempton Park	1632	GP	-25.9990	28.2270
Edenvale Central	Edenvale	1609	GP	-26.1410	28.1550
Edenglen	Edenvale	1609	GP	-26.1240	28.1760
Dowerglen	Edenvale	1609	GP	-26.1480	28.1390
Eastleigh	Edenvale	1609	GP	-26.1310	28.1650
Greenstone Hill	Edenvale	1609	GP	-26.1170	28.1460
Meadowdale	Edenvale	1609	GP	-26.1460	28.1890
Sebenza	Edenvale	1609	GP	-26.1220	28.1810
Longmeadow	Edenvale	1609	GP	-26.0930	28.1290
Germiston Central	Germiston	1401	GP	-26.2180	28.1690
Bedfordview	Germiston	2007	GP	-26.1790	28.1360
Bedford Gardens	Germiston	2007	GP	-26.1880	28.1220
Primrose	Germiston	1401	GP	-26.1900	28.1620
Lambton	Germiston	1401	GP	-26.2380	28.1720
Dinwiddie	Germiston	1401	GP	-26.2720	28.1660
Roodekop	Germiston	1401	GP	-26.2940	28.2050
Elandsfontein	Germiston	1406	GP	-26.1660	28.2100
Elsburg	Germiston	1428	GP	-26.2490	28.2060
Wadeville	Germiston	1428	GP	-26.2640	28.1840
Katlehong	Germiston	1431	GP	-26.3340	28.1530
Thokoza	Germiston	1426	GP	-26.3560	28.1390
Palm Ridge	Germiston	1458	GP	-26.3900	28.1480
Alberton Central	Alberton	1449	GP	-26.2670	28.1220
New Redruth	Alberton	1449	GP	-26.2640	28.1160
Randhart	Alberton	1449	GP	-26.2830	28.1110
Florentia	Alberton	1449	GP	-26.2640	28.1350
Verwoerdpark	Alberton	1449	GP	-26.2780	28.1040
Brackenhurst	Alberton	1448	GP	-26.3140	28.0950
Brackendowns	Alberton	1448	GP	-26.3320	28.0960
Meyersdal	Alberton	1448	GP	-26.2930	28.0830
Alrode	Alberton	1451	GP	-26.2970	28.1320
Boksburg Central	Boksburg	1459	GP	-26.2140	28.2560
Boksburg North	Boksburg	1459	GP	-26.2020	28.2560
Sunward Park	Boksburg	1459	GP	-26.2590	28.2520
Parkrand	Boksburg	1459	GP	-26.2470	28.2720
Beyers Park	Boksburg	1459	GP	-26.1780	28.2610
Bartlett	Boksburg	1459	GP	-26.1670	28.2620
Jet Park	Boksburg	1459	GP	-26.1640	28.2250
Witfield	Boksburg	1459	GP	-26.1810	28.2080
Atlasville	Boksburg	1459	GP	-26.1640	28.2880
Reiger Park	Boksburg	1459	GP	-26.2300	28.2260
Dawn Park	Boksburg	1459	GP	-26.3030	28.2480
Windmill Park	Boksburg	1459	GP	-26.3210	28.2560
Vosloorus	Boksburg	1475	GP	-26.3490	28.2020
Benoni Central	Benoni	1501	GP	-26.1880	28.3200
Northmead	Benoni	1501	GP	-26.1700	28.3260
Rynfield	Benoni	1501	GP	-26.1560	28.3400
Farrarmere	Benoni	1501	GP	-26.1640	28.3050
Lakefield	Benoni	1501	GP	-26.1830	28.2910
Crystal Park	Benoni	1501	GP	-26.1210	28.3810
Actonville	Benoni	1501	GP	-26.1970	28.3050
Wattville	Benoni	1501	GP	-26.2190	28.3030
Putfontein	Benoni	1513	GP	-26.1190	28.4110
Daveyton	Benoni	1520	GP	-26.1560	28.4170
Etwatwa	Benoni	1520	GP	-26.1310	28.4640
Brakpan Central	Brakpan	1541	GP	-26.2360	28.3700
Dalpark	Brakpan	1541	GP	-26.2670	28.3390
Brakpan North	Brakpan	1541	GP	-26.2180	28.3730
Tsakane	Brakpan	1550	GP	-26.3560	28.3740
Springs Central	Springs	1559	GP	-26.2530	28.4420
Selcourt	Springs	1559	GP	-26.2960	28.4360
Nuffield	Springs	1559	GP	-26.2920	28.4640
KwaThema	Springs	1575	GP	-26.2980	28.3970
Nigel	Nigel	1491	GP	-26.4200	28.4770
Duduza	Nigel	1496	GP	-26.3720	28.4060
Heidelberg	Heidelberg	1441	GP	-26.5050	28.3590
Ratanda	Heidelberg	1441	GP	-26.5520	28.3270
Krugersdorp Central	Krugersdorp	1739	GP	-26.1010	27.7700
Noordheuwel	Krugersdorp	1739	GP	-26.0850	27.7970
Kenmare	Krugersdorp	1739	GP	-26.0980	27.8130
Rangeview	Krugersdorp	1739	GP	-26.0960	27.8280
Munsieville	Krugersdorp	1739	GP	-26.0800	27.7540
Featherbrooke Estate	Krugersdorp	1746	GP	-26.0780	27.8430
Muldersdrift	Krugersdorp	1747	GP	-26.0350	27.8480
Kagiso	Krugersdorp	1754	GP	-26.1560	27.7840
Azaadville	Krugersdorp	1754	GP	-26.1540	27.7490
Magaliesburg	Krugersdorp	1791	GP	-26.0010	27.5420
Randfontein	Randfontein	1759	GP	-26.1790	27.7030
Mohlakeng	Randfontein	1759	GP	-26.2230	27.6960
Westonaria	Westonaria	1779	GP	-26.3190	27.6490
Bekkersdal	Westonaria	1779	GP	-26.2850	27.7010
Carletonville	Carletonville	2499	GP	-26.3610	27.3980
Khutsong	Carletonville	2499	GP	-26.3330	27.3210
Fochville	Carletonville	2515	GP	-26.4880	27.4930
Vereeniging Central	Vereeniging	1939	GP	-26.6730	27.9310
Three Rivers	Vereeniging	1929	GP	-26.6590	27.9700
Sharpeville	Vereeniging	1933	GP	-26.6890	27.8720
Meyerton	Vereeniging	1961	GP	-26.5580	28.0190
Walkerville	Vereeniging	1961	GP	-26.4130	27.9680
De Deur	Vereeniging	1884	GP	-26.5230	27.9310
Vanderbijlpark Central	Vanderbijlpark	1911	GP	-26.7040	27.8380
Bophelong	Vanderbijlpark	1911	GP	-26.7000	27.7890
Sebokeng	Vanderbijlpark	1983	GP	-26.5640	27.8390
Evaton	Vanderbijlpark	1984	GP	-26.5250	27.8510
`
