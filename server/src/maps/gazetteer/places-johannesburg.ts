/**
 * Places of Johannesburg. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const johannesburg_places = `
Johannesburg Central	Johannesburg	2001	GP	-26.2041	28.0473
Marshalltown	Johannesburg	2001	GP	-26.2085	28.0410
Newtown	Johannesburg	2001	GP	-26.2045	28.0325
Braamfontein	Johannesburg	2001	GP	-26.1927	28.0345
Hillbrow	Johannesburg	2001	GP	-26.1895	28.0490
Joubert Park	Johannesburg	2001	GP	-26.1945	28.0480
Selby	Johannesburg	2001	GP	-26.2180	28.0350
Berea	Johannesburg	2198	GP	-26.1840	28.0560
Yeoville	Johannesburg	2198	GP	-26.1815	28.0640
Observatory	Johannesburg	2198	GP	-26.1790	28.0780
Houghton Estate	Johannesburg	2198	GP	-26.1650	28.0590
Cyrildene	Johannesburg	2198	GP	-26.1740	28.1000
Bruma	Johannesburg	2198	GP	-26.1790	28.1080
Doornfontein	Johannesburg	2094	GP	-26.1955	28.0590
New Doornfontein	Johannesburg	2094	GP	-26.1990	28.0630
Jeppestown	Johannesburg	2094	GP	-26.2050	28.0680
Troyeville	Johannesburg	2094	GP	-26.1970	28.0700
Kensington	Johannesburg	2094	GP	-26.1930	28.1030
Bezuidenhout Valley	Johannesburg	2094	GP	-26.1880	28.0880
Malvern	Johannesburg	2094	GP	-26.2000	28.1030
Cleveland	Johannesburg	2094	GP	-26.2090	28.1110
Denver	Johannesburg	2094	GP	-26.2090	28.0980
City and Suburban	Johannesburg	2094	GP	-26.2070	28.0580
Parktown	Johannesburg	2193	GP	-26.1810	28.0390
Killarney	Johannesburg	2193	GP	-26.1660	28.0500
Forest Town	Johannesburg	2193	GP	-26.1720	28.0370
Parkview	Johannesburg	2193	GP	-26.1600	28.0280
Parkhurst	Johannesburg	2193	GP	-26.1390	28.0180
Parkwood	Johannesburg	2193	GP	-26.1530	28.0320
Parktown North	Johannesburg	2193	GP	-26.1450	28.0290
Greenside	Johannesburg	2193	GP	-26.1470	28.0110
Craighall	Johannesburg	2196	GP	-26.1200	28.0230
Craighall Park	Johannesburg	2196	GP	-26.1280	28.0240
Rosebank	Johannesburg	2196	GP	-26.1465	28.0418
Saxonwold	Johannesburg	2196	GP	-26.1600	28.0400
Melrose	Johannesburg	2196	GP	-26.1390	28.0560
Melrose Arch	Johannesburg	2196	GP	-26.1335	28.0685
Birdhaven	Johannesburg	2196	GP	-26.1380	28.0480
Illovo	Johannesburg	2196	GP	-26.1310	28.0500
Dunkeld	Johannesburg	2196	GP	-26.1400	28.0360
Dunkeld West	Johannesburg	2196	GP	-26.1350	28.0330
Norwood	Johannesburg	2192	GP	-26.1590	28.0750
Orange Grove	Johannesburg	2192	GP	-26.1620	28.0870
Highlands North	Johannesburg	2192	GP	-26.1450	28.0810
Sydenham	Johannesburg	2192	GP	-26.1560	28.0950
Linksfield	Johannesburg	2192	GP	-26.1630	28.1080
Glenhazel	Johannesburg	2192	GP	-26.1400	28.1030
Savoy Estate	Johannesburg	2192	GP	-26.1330	28.0880
Lyndhurst	Johannesburg	2192	GP	-26.1290	28.1090
Waverley	Johannesburg	2192	GP	-26.1350	28.0760
Bramley	Johannesburg	2090	GP	-26.1240	28.0830
Kew	Johannesburg	2090	GP	-26.1270	28.0990
Lombardy East	Johannesburg	2090	GP	-26.1140	28.1280
Alexandra	Johannesburg	2090	GP	-26.1030	28.0990
Rembrandt Park	Johannesburg	2090	GP	-26.1270	28.1240
Modderfontein	Johannesburg	1645	GP	-26.0930	28.1560
Linden	Johannesburg	2195	GP	-26.1380	27.9950
Northcliff	Johannesburg	2195	GP	-26.1440	27.9650
Emmarentia	Johannesburg	2195	GP	-26.1580	28.0060
Victory Park	Johannesburg	2195	GP	-26.1380	28.0060
Fairland	Johannesburg	2195	GP	-26.1330	27.9490
Blackheath	Johannesburg	2195	GP	-26.1350	27.9720
Montgomery Park	Johannesburg	2195	GP	-26.1570	27.9830
Melville	Johannesburg	2092	GP	-26.1760	28.0070
Auckland Park	Johannesburg	2092	GP	-26.1830	28.0070
Westdene	Johannesburg	2092	GP	-26.1770	27.9900
Brixton	Johannesburg	2092	GP	-26.1930	28.0060
Mayfair	Johannesburg	2092	GP	-26.2010	28.0080
Fordsburg	Johannesburg	2092	GP	-26.2050	28.0220
Sophiatown	Johannesburg	2092	GP	-26.1770	27.9820
Crown Mines	Johannesburg	2092	GP	-26.2240	28.0020
Langlaagte	Johannesburg	2092	GP	-26.2010	27.9840
Industria	Johannesburg	2093	GP	-26.2000	27.9690
Bosmont	Johannesburg	2093	GP	-26.1880	27.9540
Newclare	Johannesburg	2093	GP	-26.1890	27.9690
Westbury	Johannesburg	2093	GP	-26.1830	27.9750
Riverlea	Johannesburg	2093	GP	-26.2120	27.9730
Booysens	Johannesburg	2091	GP	-26.2350	28.0230
Ormonde	Johannesburg	2091	GP	-26.2420	28.0020
Southdale	Johannesburg	2091	GP	-26.2470	28.0220
Robertsham	Johannesburg	2091	GP	-26.2490	28.0120
Mondeor	Johannesburg	2091	GP	-26.2780	28.0000
Winchester Hills	Johannesburg	2091	GP	-26.2680	28.0120
Glenanda	Johannesburg	2091	GP	-26.2750	28.0350
Meredale	Johannesburg	2091	GP	-26.2830	27.9770
Southgate	Johannesburg	2091	GP	-26.2660	27.9810
Kibler Park	Johannesburg	2091	GP	-26.3130	28.0020
Nasrec	Johannesburg	2091	GP	-26.2390	27.9800
Naturena	Johannesburg	2095	GP	-26.2790	27.9620
Mulbarton	Johannesburg	2059	GP	-26.2930	28.0510
Glenvista	Johannesburg	2058	GP	-26.2870	28.0580
Turffontein	Johannesburg	2190	GP	-26.2430	28.0400
Rosettenville	Johannesburg	2190	GP	-26.2540	28.0530
Kenilworth	Johannesburg	2190	GP	-26.2470	28.0470
La Rochelle	Johannesburg	2190	GP	-26.2370	28.0490
Bassonia	Johannesburg	2190	GP	-26.2770	28.0700
Oakdene	Johannesburg	2190	GP	-26.2650	28.0660
Linmeyer	Johannesburg	2190	GP	-26.2640	28.0730
Aeroton	Johannesburg	2190	GP	-26.2560	27.9770
The Hill	Johannesburg	2197	GP	-26.2500	28.0640
Regents Park	Johannesburg	2197	GP	-26.2410	28.0640
South Hills	Johannesburg	2197	GP	-26.2440	28.0860
City Deep	Johannesburg	2197	GP	-26.2310	28.0780
Steeledale	Johannesburg	2197	GP	-26.2400	28.0900
Cosmo City	Johannesburg	2188	GP	-26.0210	27.9270
Diepsloot	Johannesburg	2189	GP	-25.9330	28.0120
Lanseria	Johannesburg	1739	GP	-25.9400	27.9250
Eldorado Park	Johannesburg	1811	GP	-26.2920	27.9050
Ennerdale	Johannesburg	1830	GP	-26.4060	27.8390
Lenasia	Johannesburg	1827	GP	-26.3190	27.8290
Lenasia South	Johannesburg	1829	GP	-26.3900	27.8560
Orange Farm	Johannesburg	1841	GP	-26.4790	27.8590
`
