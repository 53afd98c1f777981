/**
 * Places of the Eastern Cape. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const eastern_cape_places = `
Gqeberha Central	Gqeberha	6001	EC	-33.9610	25.6150
Richmond Hill	Gqeberha	6001	EC	-33.9560	25.6070
North End	Gqeberha	6001	EC	-33.9420	25.6040
South End	Gqeberha	6001	EC	-33.9700	25.6270
Mount Croix	Gqeberha	6001	EC	-33.9510	25.6000
Mill Park	Gqeberha	6001	EC	-33.9600	25.5890
Humewood	Gqeberha	6001	EC	-33.9790	25.6430
Summerstrand	Gqeberha	6001	EC	-33.9960	25.6700
Deal Party	Gqeberha	6001	EC	-33.9020	25.6090
Struandale	Gqeberha	6001	EC	-33.8990	25.5940
Algoa Park	Gqeberha	6001	EC	-33.9050	25.5730
Walmer	Gqeberha	6070	EC	-33.9800	25.5850
Lorraine	Gqeberha	6070	EC	-33.9740	25.5080
Theescombe	Gqeberha	6070	EC	-34.0000	25.5200
Newton Park	Gqeberha	6045	EC	-33.9490	25.5680
Greenacres	Gqeberha	6045	EC	-33.9460	25.5780
Sunridge Park	Gqeberha	6045	EC	-33.9590	25.5460
Cotswold	Gqeberha	6045	EC	-33.9380	25.5610
Framesby	Gqeberha	6045	EC	-33.9530	25.5310
Fernglen	Gqeberha	6045	EC	-33.9580	25.5560
Linton Grange	Gqeberha	6025	EC	-33.9470	25.5240
Kabega Park	Gqeberha	6025	EC	-33.9490	25.4970
Westering	Gqeberha	6025	EC	-33.9420	25.5170
Sherwood	Gqeberha	6025	EC	-33.9520	25.4830
Bethelsdorp	Gqeberha	6059	EC	-33.8890	25.5080
Gelvandale	Gqeberha	6020	EC	-33.9190	25.5570
Korsten	Gqeberha	6020	EC	-33.9250	25.5800
Schauderville	Gqeberha	6020	EC	-33.9230	25.5650
New Brighton	Gqeberha	6200	EC	-33.8970	25.5950
Zwide	Gqeberha	6201	EC	-33.8760	25.5650
KwaZakhele	Gqeberha	6205	EC	-33.8780	25.5880
Motherwell	Gqeberha	6211	EC	-33.8050	25.5950
Bluewater Bay	Gqeberha	6210	EC	-33.8590	25.6350
Swartkops	Gqeberha	6210	EC	-33.8650	25.6060
Kariega	Kariega	6229	EC	-33.7650	25.4020
KwaNobuhle	Kariega	6242	EC	-33.8080	25.3910
Despatch	Kariega	6220	EC	-33.8040	25.4770
East London Central	East London	5201	EC	-33.0150	27.9050
Southernwood	East London	5201	EC	-33.0040	27.9000
Selborne	East London	5201	EC	-32.9990	27.9060
Quigney	East London	5201	EC	-33.0180	27.9150
West Bank	East London	5201	EC	-33.0350	27.8970
Duncan Village	East London	5201	EC	-32.9960	27.8800
Berea	East London	5241	EC	-32.9860	27.9160
Nahoon	East London	5241	EC	-32.9840	27.9380
Bunkers Hill	East London	5241	EC	-32.9850	27.9270
Abbotsford	East London	5241	EC	-32.9690	27.9140
Beacon Bay	East London	5241	EC	-32.9640	27.9430
Vincent	East London	5247	EC	-32.9800	27.9040
Cambridge	East London	5247	EC	-32.9700	27.8830
Amalinda	East London	5247	EC	-32.9820	27.8620
Wilsonia	East London	5247	EC	-32.9530	27.8420
Gonubie	East London	5257	EC	-32.9430	28.0060
Mdantsane	East London	5219	EC	-32.9450	27.7520
Qonce	Qonce	5601	EC	-32.8760	27.3940
Bhisho	Qonce	5605	EC	-32.8480	27.4380
Zwelitsha	Qonce	5608	EC	-32.9160	27.4200
Mthatha Central	Mthatha	5099	EC	-31.5890	28.7840
Southernwood	Mthatha	5099	EC	-31.6000	28.7720
Northcrest	Mthatha	5099	EC	-31.5790	28.7750
Ngangelizwe	Mthatha	5099	EC	-31.5970	28.7990
Komani	Komani	5319	EC	-31.8970	26.8750
Ezibeleni	Komani	5326	EC	-31.8990	26.9510
Jeffreys Bay	Jeffreys Bay	6330	EC	-34.0500	24.9200
Humansdorp	Humansdorp	6300	EC	-34.0280	24.7670
St Francis Bay	St Francis Bay	6312	EC	-34.1680	24.8300
Storms River	Storms River	6308	EC	-33.9700	23.8790
Joubertina	Joubertina	6410	EC	-33.8260	23.8570
Kareedouw	Kareedouw	6400	EC	-33.9550	24.2890
Hankey	Hankey	6350	EC	-33.8320	24.8820
Patensie	Patensie	6335	EC	-33.7600	24.8130
Kirkwood	Kirkwood	6120	EC	-33.3990	25.4430
Addo	Addo	6105	EC	-33.5440	25.6920
Alexandria	Alexandria	6185	EC	-33.6530	26.4080
Kenton-on-Sea	Kenton-on-Sea	6191	EC	-33.6810	26.6700
Port Alfred	Port Alfred	6170	EC	-33.5900	26.8910
Bathurst	Bathurst	6166	EC	-33.5040	26.8220
Makhanda	Makhanda	6139	EC	-33.3100	26.5260
Graaff-Reinet	Graaff-Reinet	6280	EC	-32.2520	24.5310
Aberdeen	Aberdeen	6270	EC	-32.4760	24.0660
Willowmore	Willowmore	6445	EC	-33.2930	23.4900
Steytlerville	Steytlerville	6250	EC	-33.3290	24.3440
Cradock	Cradock	5880	EC	-32.1640	25.6190
Somerset East	Somerset East	5850	EC	-32.7220	25.5870
Middelburg	Middelburg	5900	EC	-31.4950	25.0070
Steynsburg	Steynsburg	5920	EC	-31.2960	25.8230
Adelaide	Adelaide	5760	EC	-32.7070	26.2960
Bedford	Bedford	5780	EC	-32.6800	26.0930
Fort Beaufort	Fort Beaufort	5720	EC	-32.7750	26.6340
Alice	Alice	5700	EC	-32.7880	26.8340
Peddie	Peddie	5640	EC	-33.1960	27.1180
Stutterheim	Stutterheim	4930	EC	-32.5700	27.4240
Komga	Komga	4950	EC	-32.5780	27.8880
Butterworth	Butterworth	4960	EC	-32.3330	28.1470
Centane	Centane	4980	EC	-32.5040	28.3200
Idutywa	Idutywa	5000	EC	-32.1000	28.3040
Willowvale	Willowvale	5040	EC	-32.2640	28.5110
Engcobo	Engcobo	5050	EC	-31.6720	28.0010
Cofimvaba	Cofimvaba	5380	EC	-32.0030	27.5830
Cala	Cala	5455	EC	-31.5230	27.6970
Elliot	Elliot	5460	EC	-31.3340	27.8490
Ugie	Ugie	5470	EC	-31.2010	28.2350
Maclear	Maclear	5480	EC	-31.0690	28.3480
Molteno	Molteno	5500	EC	-31.3960	26.3630
Burgersdorp	Burgersdorp	9744	EC	-30.9960	26.3290
Aliwal North	Aliwal North	9750	EC	-30.7000	26.7080
Lady Grey	Lady Grey	9755	EC	-30.7130	27.2130
Sterkspruit	Sterkspruit	9762	EC	-30.5260	27.3680
Barkly East	Barkly East	9786	EC	-30.9690	27.5940
Tsolo	Tsolo	5170	EC	-31.3100	28.7560
Qumbu	Qumbu	5180	EC	-31.1570	28.8660
Mount Frere	Mount Frere	5090	EC	-30.9040	28.9910
Mount Ayliff	Mount Ayliff	4735	EC	-30.8100	29.3660
Mount Fletcher	Mount Fletcher	4770	EC	-30.6910	28.5050
Matatiele	Matatiele	4730	EC	-30.3420	28.8060
Bizana	Bizana	4800	EC	-30.8570	29.8530
Flagstaff	Flagstaff	4810	EC	-31.0830	29.4960
Lusikisiki	Lusikisiki	4820	EC	-31.3600	29.5750
Port St Johns	Port St Johns	5120	EC	-31.6290	29.5370
`
