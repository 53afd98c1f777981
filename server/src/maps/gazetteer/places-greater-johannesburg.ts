/**
 * Places of the cities around Johannesburg. Tab-separated: suburb, city, street postal code, province, latitude,
 * longitude (docs/domain/maps.md).
 */
export const greater_johannesburg_places = `
Sandton Central	Sandton	2196	GP	-26.1076	28.0567
Sandown	Sandton	2196	GP	-26.1010	28.0630
Sandhurst	Sandton	2196	GP	-26.1140	28.0420
Hyde Park	Sandton	2196	GP	-26.1270	28.0330
Parkmore	Sandton	2196	GP	-26.0990	28.0450
Morningside	Sandton	2196	GP	-26.0820	28.0620
Benmore Gardens	Sandton	2196	GP	-26.0980	28.0500
Strathavon	Sandton	2196	GP	-26.1020	28.0740
Atholl	Sandton	2196	GP	-26.1180	28.0660
Inanda	Sandton	2196	GP	-26.1180	28.0540
Wierda Valley	Sandton	2196	GP	-26.1130	28.0600
Bryanston	Sandton	2191	GP	-26.0530	28.0250
Rivonia	Sandton	2191	GP	-26.0570	28.0610
Sunninghill	Sandton	2191	GP	-26.0310	28.0700
Paulshof	Sandton	2191	GP	-26.0340	28.0480
Lonehill	Sandton	2191	GP	-26.0130	28.0270
Douglasdale	Sandton	2191	GP	-26.0350	28.0050
Fourways	Sandton	2191	GP	-26.0130	28.0060
Dainfern	Sandton	2191	GP	-25.9880	28.0020
Broadacres	Sandton	2191	GP	-25.9950	27.9920
Craigavon	Sandton	2191	GP	-26.0150	28.0150
Magaliessig	Sandton	2191	GP	-26.0370	28.0150
Woodmead	Sandton	2191	GP	-26.0520	28.0910
Gallo Manor	Sandton	2191	GP	-26.0720	28.0820
Petervale	Sandton	2191	GP	-26.0420	28.0440
River Club	Sandton	2191	GP	-26.0700	28.0430
Chartwell	Sandton	2055	GP	-25.9890	27.9690
Wendywood	Sandton	2090	GP	-26.0860	28.0880
Marlboro	Sandton	2090	GP	-26.0890	28.0950
Kelvin	Sandton	2090	GP	-26.0810	28.0990
Buccleuch	Sandton	2090	GP	-26.0570	28.1010
Kramerville	Sandton	2090	GP	-26.0910	28.0830
Wynberg	Sandton	2090	GP	-26.1080	28.0830
Randburg Central	Randburg	2194	GP	-26.0936	28.0064
Ferndale	Randburg	2194	GP	-26.0880	27.9930
Blairgowrie	Randburg	2194	GP	-26.1120	28.0080
Bordeaux	Randburg	2194	GP	-26.1030	28.0140
Robindale	Randburg	2194	GP	-26.1160	27.9900
Fontainebleau	Randburg	2194	GP	-26.1090	27.9800
Windsor East	Randburg	2194	GP	-26.1190	27.9750
Cresta	Randburg	2194	GP	-26.1290	27.9740
Strijdompark	Randburg	2194	GP	-26.0870	27.9690
Malanshof	Randburg	2194	GP	-26.0870	27.9810
Darrenwood	Randburg	2194	GP	-26.1240	27.9890
Kensington B	Randburg	2194	GP	-26.0920	28.0160
Boskruin	Randburg	2188	GP	-26.0960	27.9560
Bromhof	Randburg	2188	GP	-26.0750	27.9630
Sundowner	Randburg	2188	GP	-26.0640	27.9520
Olivedale	Randburg	2188	GP	-26.0520	27.9720
Jukskei Park	Randburg	2188	GP	-26.0320	27.9790
Bloubosrand	Randburg	2188	GP	-26.0200	27.9660
Kya Sands	Randburg	2188	GP	-26.0290	27.9530
Randpark Ridge	Randburg	2169	GP	-26.1020	27.9480
Northriding	Randburg	2169	GP	-26.0480	27.9540
Sharonlea	Randburg	2194	GP	-26.0660	27.9640
Honeydew	Randburg	2170	GP	-26.0780	27.9250
Zandspruit	Randburg	2170	GP	-26.0620	27.9150
Roodepoort Central	Roodepoort	1724	GP	-26.1625	27.8725
Horison	Roodepoort	1724	GP	-26.1430	27.8830
Wilro Park	Roodepoort	1724	GP	-26.1240	27.8600
Ruimsig	Roodepoort	1724	GP	-26.0820	27.8700
Strubens Valley	Roodepoort	1724	GP	-26.1220	27.9030
Wilgeheuwel	Roodepoort	1724	GP	-26.1080	27.8920
Little Falls	Roodepoort	1724	GP	-26.1190	27.8880
Radiokop	Roodepoort	1724	GP	-26.1070	27.9080
Helderkruin	Roodepoort	1724	GP	-26.1230	27.8720
Kloofendal	Roodepoort	1724	GP	-26.1310	27.8830
Witpoortjie	Roodepoort	1724	GP	-26.1550	27.8330
Lindhaven	Roodepoort	1724	GP	-26.1470	27.8530
Davidsonville	Roodepoort	1724	GP	-26.1590	27.8500
Princess	Roodepoort	1724	GP	-26.1520	27.8480
Braamfischerville	Roodepoort	1724	GP	-26.2030	27.8560
Florida	Roodepoort	1709	GP	-26.1750	27.9210
Florida Park	Roodepoort	1709	GP	-26.1640	27.9120
Discovery	Roodepoort	1709	GP	-26.1540	27.8980
Constantia Kloof	Roodepoort	1709	GP	-26.1450	27.9130
Weltevreden Park	Roodepoort	1709	GP	-26.1240	27.9330
Allen's Nek	Roodepoort	1709	GP	-26.1300	27.9170
Quellerina	Roodepoort	1709	GP	-26.1490	27.9420
Bergbron	Roodepoort	1709	GP	-26.1560	27.9560
Maraisburg	Roodepoort	1709	GP	-26.1850	27.9380
Orlando West	Soweto	1804	GP	-26.2380	27.9080
Orlando East	Soweto	1804	GP	-26.2420	27.9260
Noordgesig	Soweto	1804	GP	-26.2290	27.9330
Diepkloof	Soweto	1864	GP	-26.2470	27.9510
Meadowlands	Soweto	1852	GP	-26.2180	27.8940
Dobsonville	Soweto	1863	GP	-26.2250	27.8610
Dube	Soweto	1801	GP	-26.2400	27.8930
Mofolo	Soweto	1801	GP	-26.2380	27.8790
Jabulani	Soweto	1868	GP	-26.2480	27.8580
Zola	Soweto	1868	GP	-26.2440	27.8430
Zondi	Soweto	1868	GP	-26.2380	27.8640
Emdeni	Soweto	1868	GP	-26.2470	27.8330
Naledi	Soweto	1868	GP	-26.2560	27.8310
Moletsane	Soweto	1868	GP	-26.2520	27.8470
Tladi	Soweto	1868	GP	-26.2560	27.8430
Molapo	Soweto	1868	GP	-26.2560	27.8560
Jabavu	Soweto	1809	GP	-26.2480	27.8740
Pimville	Soweto	1809	GP	-26.2680	27.9040
Kliptown	Soweto	1811	GP	-26.2790	27.8870
Moroka	Soweto	1818	GP	-26.2590	27.8680
Rockville	Soweto	1818	GP	-26.2640	27.8760
Chiawelo	Soweto	1818	GP	-26.2780	27.8640
Dhlamini	Soweto	1818	GP	-26.2720	27.8710
Protea North	Soweto	1818	GP	-26.2680	27.8400
Protea Glen	Soweto	1819	GP	-26.2740	27.8100
Mapetla	Soweto	1818	GP	-26.2680	27.8560
Halfway House	Midrand	1685	GP	-25.9992	28.1263
Vorna Valley	Midrand	1685	GP	-26.0090	28.1030
Carlswald	Midrand	1685	GP	-25.9820	28.1050
Halfway Gardens	Midrand	1685	GP	-25.9960	28.1130
Grand Central	Midrand	1685	GP	-25.9930	28.1400
Randjespark	Midrand	1685	GP	-25.9680	28.1400
Blue Hills	Midrand	1685	GP	-25.9520	28.0930
President Park	Midrand	1685	GP	-25.9870	28.1600
Glen Austin	Midrand	1685	GP	-25.9720	28.1640
Noordwyk	Midrand	1687	GP	-25.9550	28.1190
Country View	Midrand	1687	GP	-25.9430	28.1240
Kyalami	Midrand	1684	GP	-25.9980	28.0680
Crowthorne	Midrand	1684	GP	-25.9690	28.0880
Waterfall	Midrand	2090	GP	-26.0180	28.1010
Ivory Park	Midrand	1693	GP	-25.9970	28.1900
Ebony Park	Midrand	1632	GP	-26.0030	28.1760
Rabie Ridge	Midrand	1632	GP	-26.0230	28.1760
Kaalfontein	Midrand	1632	GP	-26.0080	28.2120
`
