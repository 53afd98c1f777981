/**
 * Places of Cape Town up to its northern suburbs. Tab-separated: suburb, city, street postal code, province,
 * latitude, longitude (docs/domain/maps.md).
 */
export const cape_town_places = `
Cape Town City Centre	Cape Town	8001	WC	-33.9249	18.4241
Foreshore	Cape Town	8001	WC	-33.9170	18.4290
Gardens	Cape Town	8001	WC	-33.9350	18.4110
Oranjezicht	Cape Town	8001	WC	-33.9410	18.4130
Tamboerskloof	Cape Town	8001	WC	-33.9280	18.4040
Vredehoek	Cape Town	8001	WC	-33.9420	18.4250
Bo-Kaap	Cape Town	8001	WC	-33.9210	18.4140
De Waterkant	Cape Town	8001	WC	-33.9160	18.4170
V&A Waterfront	Cape Town	8001	WC	-33.9030	18.4200
Zonnebloem	Cape Town	7925	WC	-33.9320	18.4370
District Six	Cape Town	7925	WC	-33.9300	18.4320
Woodstock	Cape Town	7925	WC	-33.9280	18.4480
Salt River	Cape Town	7925	WC	-33.9310	18.4580
Observatory	Cape Town	7925	WC	-33.9380	18.4700
Walmer Estate	Cape Town	7925	WC	-33.9370	18.4440
Green Point	Cape Town	8005	WC	-33.9070	18.4070
Mouille Point	Cape Town	8005	WC	-33.9010	18.4040
Three Anchor Bay	Cape Town	8005	WC	-33.9080	18.3970
Sea Point	Cape Town	8005	WC	-33.9170	18.3880
Fresnaye	Cape Town	8005	WC	-33.9240	18.3870
Bantry Bay	Cape Town	8005	WC	-33.9270	18.3790
Clifton	Cape Town	8005	WC	-33.9380	18.3780
Camps Bay	Cape Town	8005	WC	-33.9510	18.3830
Llandudno	Cape Town	7806	WC	-34.0080	18.3430
Hout Bay	Cape Town	7806	WC	-34.0420	18.3580
Imizamo Yethu	Cape Town	7806	WC	-34.0280	18.3640
Constantia	Cape Town	7806	WC	-34.0270	18.4360
Meadowridge	Cape Town	7806	WC	-34.0410	18.4540
Mowbray	Cape Town	7700	WC	-33.9480	18.4760
Rosebank	Cape Town	7700	WC	-33.9550	18.4740
Rondebosch	Cape Town	7700	WC	-33.9630	18.4760
Newlands	Cape Town	7700	WC	-33.9750	18.4600
Claremont	Cape Town	7708	WC	-33.9820	18.4650
Kenilworth	Cape Town	7708	WC	-33.9960	18.4740
Rondebosch East	Cape Town	7780	WC	-33.9720	18.5030
Lansdowne	Cape Town	7780	WC	-33.9830	18.5020
Crawford	Cape Town	7780	WC	-33.9770	18.5020
Hanover Park	Cape Town	7780	WC	-33.9930	18.5290
Wynberg	Cape Town	7800	WC	-34.0040	18.4680
Plumstead	Cape Town	7800	WC	-34.0210	18.4720
Diep River	Cape Town	7800	WC	-34.0340	18.4640
Ottery	Cape Town	7800	WC	-34.0190	18.5050
Bergvliet	Cape Town	7945	WC	-34.0490	18.4540
Tokai	Cape Town	7945	WC	-34.0580	18.4420
Kirstenhof	Cape Town	7945	WC	-34.0690	18.4510
Retreat	Cape Town	7945	WC	-34.0600	18.4760
Steenberg	Cape Town	7945	WC	-34.0720	18.4700
Westlake	Cape Town	7945	WC	-34.0790	18.4410
Lakeside	Cape Town	7945	WC	-34.0850	18.4540
Muizenberg	Cape Town	7945	WC	-34.1050	18.4690
St James	Cape Town	7945	WC	-34.1190	18.4590
Kalk Bay	Cape Town	7975	WC	-34.1280	18.4490
Fish Hoek	Cape Town	7975	WC	-34.1360	18.4290
Sun Valley	Cape Town	7975	WC	-34.1260	18.3990
Kommetjie	Cape Town	7975	WC	-34.1420	18.3280
Ocean View	Cape Town	7975	WC	-34.1490	18.3530
Masiphumelele	Cape Town	7975	WC	-34.1280	18.3760
Scarborough	Cape Town	7975	WC	-34.2000	18.3730
Simon's Town	Cape Town	7975	WC	-34.1930	18.4340
Noordhoek	Cape Town	7979	WC	-34.1070	18.3790
Grassy Park	Cape Town	7941	WC	-34.0470	18.4960
Lotus River	Cape Town	7941	WC	-34.0360	18.5120
Pelican Park	Cape Town	7941	WC	-34.0730	18.5200
Athlone	Cape Town	7764	WC	-33.9670	18.5030
Belgravia	Cape Town	7764	WC	-33.9660	18.5170
Rylands	Cape Town	7764	WC	-33.9740	18.5250
Gatesville	Cape Town	7764	WC	-33.9690	18.5300
Manenberg	Cape Town	7764	WC	-33.9850	18.5530
Heideveld	Cape Town	7764	WC	-33.9690	18.5510
Bonteheuwel	Cape Town	7764	WC	-33.9510	18.5460
Langa	Cape Town	7455	WC	-33.9450	18.5290
Pinelands	Cape Town	7405	WC	-33.9380	18.5050
Ndabeni	Cape Town	7405	WC	-33.9300	18.4920
Maitland	Cape Town	7405	WC	-33.9240	18.4960
Kensington	Cape Town	7405	WC	-33.9120	18.5070
Paarden Eiland	Cape Town	7405	WC	-33.9140	18.4680
Brooklyn	Cape Town	7405	WC	-33.9030	18.4830
Philippi	Cape Town	7750	WC	-34.0100	18.5750
Gugulethu	Cape Town	7750	WC	-33.9790	18.5690
Nyanga	Cape Town	7755	WC	-33.9880	18.5850
Crossroads	Cape Town	7755	WC	-33.9920	18.5960
Khayelitsha	Cape Town	7784	WC	-34.0390	18.6770
Khayelitsha Site C	Cape Town	7784	WC	-34.0300	18.6490
Harare Khayelitsha	Cape Town	7784	WC	-34.0550	18.6720
Makhaza Khayelitsha	Cape Town	7784	WC	-34.0500	18.7010
Mitchells Plain	Cape Town	7785	WC	-34.0490	18.6150
Tafelsig	Cape Town	7785	WC	-34.0600	18.6380
Rocklands	Cape Town	7785	WC	-34.0660	18.6110
Strandfontein	Cape Town	7785	WC	-34.0790	18.5560
Airport Industria	Cape Town	7490	WC	-33.9610	18.5830
Cape Town International Airport	Cape Town	7490	WC	-33.9700	18.5970
Elsies River	Cape Town	7490	WC	-33.9210	18.5750
Bishop Lavis	Cape Town	7490	WC	-33.9480	18.5780
Matroosfontein	Cape Town	7490	WC	-33.9430	18.5850
Delft	Cape Town	7100	WC	-33.9680	18.6420
Atlantis	Cape Town	7349	WC	-33.5660	18.4830
Mamre	Cape Town	7347	WC	-33.5110	18.4770
Milnerton	Milnerton	7441	WC	-33.8700	18.4970
Century City	Milnerton	7441	WC	-33.8930	18.5110
Montague Gardens	Milnerton	7441	WC	-33.8660	18.5240
Marconi Beam	Milnerton	7441	WC	-33.8660	18.5090
Table View	Milnerton	7441	WC	-33.8250	18.4900
Bloubergstrand	Milnerton	7441	WC	-33.8040	18.4640
Big Bay	Milnerton	7441	WC	-33.7930	18.4640
Parklands	Milnerton	7441	WC	-33.8140	18.4980
Sunningdale	Milnerton	7441	WC	-33.8030	18.4870
Bothasig	Milnerton	7441	WC	-33.8590	18.5400
Edgemead	Milnerton	7441	WC	-33.8750	18.5480
Richwood	Milnerton	7441	WC	-33.8470	18.5590
Burgundy Estate	Milnerton	7441	WC	-33.8420	18.5470
Dunoon	Milnerton	7441	WC	-33.8170	18.5400
Killarney Gardens	Milnerton	7441	WC	-33.8310	18.5260
Melkbosstrand	Milnerton	7441	WC	-33.7240	18.4420
Goodwood Central	Goodwood	7460	WC	-33.9080	18.5530
Monte Vista	Goodwood	7460	WC	-33.8870	18.5550
Thornton	Goodwood	7460	WC	-33.9200	18.5360
Epping Industrial	Goodwood	7460	WC	-33.9330	18.5420
N1 City	Goodwood	7460	WC	-33.8930	18.5620
Parow Central	Parow	7500	WC	-33.9040	18.5790
Plattekloof	Parow	7500	WC	-33.8710	18.5790
Panorama	Parow	7500	WC	-33.8780	18.5770
Parow Industria	Parow	7500	WC	-33.9270	18.5930
Ravensmead	Parow	7493	WC	-33.9200	18.6030
Belhar	Parow	7493	WC	-33.9480	18.6290
Bellville Central	Bellville	7530	WC	-33.9010	18.6290
Bellville South	Bellville	7530	WC	-33.9210	18.6440
Tyger Valley	Bellville	7530	WC	-33.8740	18.6350
Loevenstein	Bellville	7530	WC	-33.8780	18.6180
Oakdale	Bellville	7530	WC	-33.8890	18.6400
Stikland	Bellville	7530	WC	-33.9000	18.6710
Durbanville Central	Durbanville	7550	WC	-33.8320	18.6470
Kenridge	Durbanville	7550	WC	-33.8560	18.6370
Sonstraal Heights	Durbanville	7550	WC	-33.8340	18.6730
Vierlanden	Durbanville	7550	WC	-33.8210	18.6680
Brackenfell Central	Brackenfell	7560	WC	-33.8780	18.6960
Protea Heights	Brackenfell	7560	WC	-33.8700	18.7000
Cape Gate	Brackenfell	7560	WC	-33.8490	18.6950
Kraaifontein Central	Kraaifontein	7570	WC	-33.8480	18.7170
Wallacedene	Kraaifontein	7570	WC	-33.8590	18.7330
Bloekombos	Kraaifontein	7570	WC	-33.8500	18.7470
Kuils River Central	Kuils River	7580	WC	-33.9260	18.6770
Zevenwacht	Kuils River	7580	WC	-33.9240	18.7230
Blue Downs	Kuils River	7100	WC	-33.9800	18.6800
Eerste River	Kuils River	7100	WC	-34.0080	18.7270
Mfuleni	Kuils River	7100	WC	-34.0060	18.6800
`
