/**
 * Places of KwaZulu-Natal. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const kwazulu_natal_places = `
Durban Central	Durban	4001	KZN	-29.8587	31.0218
South Beach	Durban	4001	KZN	-29.8640	31.0420
North Beach	Durban	4001	KZN	-29.8470	31.0370
Point	Durban	4001	KZN	-29.8680	31.0450
Greyville	Durban	4001	KZN	-29.8480	31.0150
Morningside	Durban	4001	KZN	-29.8260	31.0110
Windermere	Durban	4001	KZN	-29.8340	31.0180
Berea	Durban	4001	KZN	-29.8510	30.9930
Musgrave	Durban	4001	KZN	-29.8500	30.9970
Glenwood	Durban	4001	KZN	-29.8720	30.9910
Umbilo	Durban	4001	KZN	-29.8850	30.9760
Congella	Durban	4001	KZN	-29.8790	30.9860
Stamford Hill	Durban	4001	KZN	-29.8290	31.0270
Overport	Durban	4091	KZN	-29.8380	30.9870
Sydenham	Durban	4091	KZN	-29.8310	30.9850
Mayville	Durban	4091	KZN	-29.8480	30.9690
Cato Manor	Durban	4091	KZN	-29.8580	30.9590
Sherwood	Durban	4091	KZN	-29.8390	30.9660
Springfield	Durban	4091	KZN	-29.8180	30.9860
Reservoir Hills	Durban	4091	KZN	-29.8020	30.9450
Durban North	Durban	4051	KZN	-29.7890	31.0370
Glenashley	Durban	4051	KZN	-29.7620	31.0560
La Lucia	Durban	4051	KZN	-29.7500	31.0600
Virginia	Durban	4051	KZN	-29.7750	31.0540
Greenwood Park	Durban	4051	KZN	-29.7880	31.0100
Red Hill	Durban	4051	KZN	-29.7720	31.0270
Avoca	Durban	4051	KZN	-29.7630	31.0070
Newlands East	Durban	4037	KZN	-29.7760	30.9880
Newlands West	Durban	4037	KZN	-29.7810	30.9620
KwaMashu	Durban	4359	KZN	-29.7450	30.9740
Ntuzuma	Durban	4359	KZN	-29.7290	30.9440
Inanda	Durban	4309	KZN	-29.6890	30.9360
Bluff	Durban	4052	KZN	-29.9230	31.0060
Brighton Beach	Durban	4052	KZN	-29.9370	31.0050
Wentworth	Durban	4052	KZN	-29.9300	30.9890
Jacobs	Durban	4052	KZN	-29.9240	30.9720
Mobeni	Durban	4052	KZN	-29.9380	30.9650
Merebank	Durban	4052	KZN	-29.9570	30.9640
Clairwood	Durban	4052	KZN	-29.9120	30.9740
Montclair	Durban	4004	KZN	-29.9250	30.9600
Yellowwood Park	Durban	4004	KZN	-29.9170	30.9380
Woodlands	Durban	4004	KZN	-29.9330	30.9520
Rossburgh	Durban	4094	KZN	-29.9050	30.9670
Sea View	Durban	4094	KZN	-29.8990	30.9540
Bellair	Durban	4094	KZN	-29.8890	30.9530
Hillary	Durban	4094	KZN	-29.8860	30.9390
Lamontville	Durban	4027	KZN	-29.9480	30.9450
Phoenix Central	Phoenix	4068	KZN	-29.7010	31.0050
Stonebridge	Phoenix	4068	KZN	-29.7080	31.0130
Longcroft	Phoenix	4068	KZN	-29.6860	31.0080
Rydalvale	Phoenix	4068	KZN	-29.7180	31.0080
Mount Edgecombe	Phoenix	4302	KZN	-29.7090	31.0440
Chatsworth Central	Chatsworth	4092	KZN	-29.9120	30.8880
Bayview	Chatsworth	4092	KZN	-29.9180	30.9050
Havenside	Chatsworth	4092	KZN	-29.9160	30.8950
Montford	Chatsworth	4092	KZN	-29.9080	30.8770
Crossmoor	Chatsworth	4092	KZN	-29.8980	30.8480
Arena Park	Chatsworth	4092	KZN	-29.9140	30.8690
Shallcross	Chatsworth	4093	KZN	-29.8870	30.8790
Umlazi V	Umlazi	4066	KZN	-29.9690	30.8870
Umlazi A	Umlazi	4066	KZN	-29.9460	30.9090
Umlazi D	Umlazi	4066	KZN	-29.9520	30.9030
Umlazi W	Umlazi	4066	KZN	-29.9710	30.8750
Umlazi BB	Umlazi	4066	KZN	-29.9770	30.8610
Queensburgh	Queensburgh	4093	KZN	-29.8730	30.9130
Malvern	Queensburgh	4093	KZN	-29.8800	30.9240
Escombe	Queensburgh	4093	KZN	-29.8760	30.9160
Northdene	Queensburgh	4093	KZN	-29.8640	30.9000
Moseley	Queensburgh	4093	KZN	-29.8600	30.8850
Westville Central	Westville	3629	KZN	-29.8310	30.9270
Westville North	Westville	3629	KZN	-29.8190	30.9240
Dawncliffe	Westville	3629	KZN	-29.8290	30.9370
Chiltern Hills	Westville	3629	KZN	-29.8430	30.9300
Pinetown Central	Pinetown	3610	KZN	-29.8160	30.8630
New Germany	Pinetown	3610	KZN	-29.7970	30.8790
Westmead	Pinetown	3610	KZN	-29.8280	30.8410
Cowies Hill	Pinetown	3610	KZN	-29.8270	30.8880
Sarnia	Pinetown	3610	KZN	-29.8330	30.8730
Ashley	Pinetown	3610	KZN	-29.8090	30.8490
Mariannhill	Pinetown	3610	KZN	-29.8490	30.8250
Clermont	Pinetown	3610	KZN	-29.7870	30.9010
KwaDabeka	Pinetown	3610	KZN	-29.7700	30.9130
Hillcrest	Hillcrest	3610	KZN	-29.7810	30.7660
Kloof	Hillcrest	3610	KZN	-29.7890	30.8280
Gillitts	Hillcrest	3610	KZN	-29.7900	30.8010
Waterfall	Hillcrest	3610	KZN	-29.7480	30.8170
Assagay	Hillcrest	3610	KZN	-29.7710	30.7370
Botha's Hill	Hillcrest	3660	KZN	-29.7550	30.7430
Hammarsdale	Hillcrest	3700	KZN	-29.8000	30.6580
Cato Ridge	Hillcrest	3680	KZN	-29.7360	30.5930
Umhlanga Rocks	Umhlanga	4319	KZN	-29.7260	31.0850
Umhlanga Ridge	Umhlanga	4319	KZN	-29.7270	31.0680
Gateway	Umhlanga	4319	KZN	-29.7260	31.0660
Somerset Park	Umhlanga	4319	KZN	-29.7280	31.0540
Umdloti	Umhlanga	4319	KZN	-29.6640	31.1180
Cornubia	Umhlanga	4319	KZN	-29.7010	31.0520
Verulam	Verulam	4339	KZN	-29.6440	31.0470
Waterloo	Verulam	4339	KZN	-29.6560	31.0640
Tongaat	Tongaat	4399	KZN	-29.5720	31.1190
La Mercy	Tongaat	4399	KZN	-29.6300	31.1330
King Shaka International Airport	Tongaat	4407	KZN	-29.6110	31.1200
Ballito	Ballito	4420	KZN	-29.5390	31.2130
Salt Rock	Ballito	4391	KZN	-29.4990	31.2380
Sheffield Beach	Ballito	4420	KZN	-29.4820	31.2520
Shaka's Kraal	Ballito	4430	KZN	-29.4470	31.2190
KwaDukuza	KwaDukuza	4449	KZN	-29.3390	31.2920
Isipingo	Isipingo	4133	KZN	-29.9960	30.9240
Isipingo Beach	Isipingo	4133	KZN	-29.9900	30.9420
Prospecton	Isipingo	4133	KZN	-29.9830	30.9320
Amanzimtoti	Amanzimtoti	4126	KZN	-30.0530	30.8820
Athlone Park	Amanzimtoti	4126	KZN	-30.0200	30.9150
Umbogintwini	Amanzimtoti	4126	KZN	-30.0190	30.9070
Warner Beach	Amanzimtoti	4126	KZN	-30.0830	30.8680
Winklespruit	Amanzimtoti	4126	KZN	-30.0990	30.8580
Illovo Beach	Amanzimtoti	4126	KZN	-30.1150	30.8510
KwaMakhutha	Amanzimtoti	4126	KZN	-30.0280	30.8570
Folweni	Amanzimtoti	4105	KZN	-30.0060	30.8170
Umkomaas	Amanzimtoti	4170	KZN	-30.2070	30.7970
Pietermaritzburg Central	Pietermaritzburg	3201	KZN	-29.6010	30.3790
Scottsville	Pietermaritzburg	3201	KZN	-29.6170	30.3980
Hayfields	Pietermaritzburg	3201	KZN	-29.6260	30.4130
Mkondeni	Pietermaritzburg	3201	KZN	-29.6470	30.4150
Northdale	Pietermaritzburg	3201	KZN	-29.5700	30.4050
Raisethorpe	Pietermaritzburg	3201	KZN	-29.5790	30.4020
Chase Valley	Pietermaritzburg	3201	KZN	-29.5760	30.3640
Wembley	Pietermaritzburg	3201	KZN	-29.5910	30.3620
Prestbury	Pietermaritzburg	3201	KZN	-29.6050	30.3410
Bisley	Pietermaritzburg	3201	KZN	-29.6480	30.3870
Imbali	Pietermaritzburg	3201	KZN	-29.6480	30.3430
Edendale	Pietermaritzburg	3217	KZN	-29.6510	30.3130
Ashburton	Pietermaritzburg	3213	KZN	-29.6660	30.4500
Hilton	Pietermaritzburg	3245	KZN	-29.5400	30.3010
Richards Bay Central	Richards Bay	3900	KZN	-28.7480	32.0570
Arboretum	Richards Bay	3900	KZN	-28.7560	32.0590
Meerensee	Richards Bay	3901	KZN	-28.7730	32.0970
Esikhawini	Richards Bay	3887	KZN	-28.8690	31.9100
Newcastle Central	Newcastle	2940	KZN	-27.7580	29.9320
Amajuba Park	Newcastle	2940	KZN	-27.7430	29.9450
Madadeni	Newcastle	2951	KZN	-27.7510	30.0540
Osizweni	Newcastle	2952	KZN	-27.7950	30.1470
Howick	Howick	3290	KZN	-29.4780	30.2310
Merrivale	Merrivale	3291	KZN	-29.5080	30.2390
Nottingham Road	Nottingham Road	3280	KZN	-29.3560	29.9940
Mooi River	Mooi River	3300	KZN	-29.2090	29.9940
Estcourt	Estcourt	3310	KZN	-29.0050	29.8700
Winterton	Winterton	3340	KZN	-28.8120	29.5350
Bergville	Bergville	3350	KZN	-28.7320	29.3520
Weenen	Weenen	3325	KZN	-28.8510	30.0780
Ladysmith	Ladysmith	3370	KZN	-28.5600	29.7800
Glencoe	Glencoe	2930	KZN	-28.1790	30.1540
Dundee	Dundee	3000	KZN	-28.1650	30.2340
Dannhauser	Dannhauser	3080	KZN	-28.0060	30.0560
Utrecht	Utrecht	2980	KZN	-27.6580	30.3230
Vryheid	Vryheid	3100	KZN	-27.7690	30.7920
Paulpietersburg	Paulpietersburg	3180	KZN	-27.4230	30.8160
Nquthu	Nquthu	3135	KZN	-28.2180	30.6740
Ulundi	Ulundi	3838	KZN	-28.3350	31.4160
Nongoma	Nongoma	3950	KZN	-27.8970	31.6460
Melmoth	Melmoth	3835	KZN	-28.5890	31.3920
Nkandla	Nkandla	3855	KZN	-28.6210	31.0900
Eshowe	Eshowe	3815	KZN	-28.8860	31.4690
Empangeni	Empangeni	3880	KZN	-28.7620	31.8930
Mtunzini	Mtunzini	3867	KZN	-28.9520	31.7530
Gingindlovu	Gingindlovu	3800	KZN	-29.0260	31.5930
Mandeni	Mandeni	4490	KZN	-29.1370	31.4010
Mtubatuba	Mtubatuba	3935	KZN	-28.4150	32.1820
St Lucia	St Lucia	3936	KZN	-28.3750	32.4130
Hluhluwe	Hluhluwe	3960	KZN	-28.0180	32.2750
Mkuze	Mkuze	3965	KZN	-27.6160	32.0380
Jozini	Jozini	3969	KZN	-27.4300	32.0650
Manguzi	Manguzi	3973	KZN	-26.9860	32.7510
Pongola	Pongola	3170	KZN	-27.3830	31.6170
Greytown	Greytown	3250	KZN	-29.0640	30.5930
Wartburg	Wartburg	3233	KZN	-29.4320	30.5790
New Hanover	New Hanover	3230	KZN	-29.3580	30.5290
Camperdown	Camperdown	3720	KZN	-29.7300	30.5370
Richmond	Richmond	3780	KZN	-29.8680	30.2700
Ixopo	Ixopo	3276	KZN	-30.1520	30.0640
Bulwer	Bulwer	3244	KZN	-29.8070	29.7700
Underberg	Underberg	3257	KZN	-29.7930	29.4950
Umzimkhulu	Umzimkhulu	3297	KZN	-30.2620	29.9370
Kokstad	Kokstad	4700	KZN	-30.5530	29.4250
Harding	Harding	4680	KZN	-30.5730	29.8840
Scottburgh	Scottburgh	4180	KZN	-30.2870	30.7530
Park Rynie	Park Rynie	4182	KZN	-30.3180	30.7380
Pennington	Pennington	4184	KZN	-30.3830	30.6910
Umzinto	Umzinto	4200	KZN	-30.3110	30.6640
Hibberdene	Hibberdene	4220	KZN	-30.5740	30.5740
Port Shepstone	Port Shepstone	4240	KZN	-30.7410	30.4550
Shelly Beach	Shelly Beach	4265	KZN	-30.7960	30.4140
Uvongo	Uvongo	4270	KZN	-30.8310	30.3960
Margate	Margate	4275	KZN	-30.8640	30.3700
Ramsgate	Ramsgate	4285	KZN	-30.8890	30.3500
Southbroom	Southbroom	4277	KZN	-30.9180	30.3210
Port Edward	Port Edward	4295	KZN	-31.0520	30.2270
`
