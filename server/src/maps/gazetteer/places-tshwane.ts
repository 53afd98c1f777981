/**
 * Places of Pretoria, Centurion and the east of Tshwane. Tab-separated: suburb, city, street postal code, province,
 * latitude, longitude (docs/domain/maps.md).
 */
export const tshwane_places = `
Pretoria Central	Pretoria	0002	GP	-25.7479	28.1879
Sunnyside	Pretoria	0002	GP	-25.7550	28.2080
Salvokop	Pretoria	0002	GP	-25.7620	28.1900
Muckleneuk	Pretoria	0002	GP	-25.7670	28.2130
Arcadia	Pretoria	0083	GP	-25.7450	28.2130
Hatfield	Pretoria	0083	GP	-25.7490	28.2380
Colbyn	Pretoria	0083	GP	-25.7370	28.2480
Brooklyn	Pretoria	0181	GP	-25.7660	28.2360
Groenkloof	Pretoria	0181	GP	-25.7770	28.2150
Waterkloof	Pretoria	0181	GP	-25.7800	28.2420
Waterkloof Ridge	Pretoria	0181	GP	-25.7980	28.2360
Monument Park	Pretoria	0181	GP	-25.8060	28.2270
Erasmuskloof	Pretoria	0181	GP	-25.8130	28.2620
Erasmusrand	Pretoria	0181	GP	-25.8050	28.2590
Newlands	Pretoria	0181	GP	-25.7920	28.2700
Menlyn	Pretoria	0181	GP	-25.7830	28.2760
Moreleta Park	Pretoria	0181	GP	-25.8240	28.2890
Wingate Park	Pretoria	0181	GP	-25.8280	28.2660
Constantia Park	Pretoria	0181	GP	-25.8040	28.2840
Elarduspark	Pretoria	0181	GP	-25.8230	28.2570
Rietvalleirand	Pretoria	0181	GP	-25.8380	28.2480
Lynnwood	Pretoria	0081	GP	-25.7640	28.2720
Lynnwood Ridge	Pretoria	0081	GP	-25.7600	28.2980
Menlo Park	Pretoria	0081	GP	-25.7720	28.2600
Garsfontein	Pretoria	0081	GP	-25.7950	28.3000
Faerie Glen	Pretoria	0081	GP	-25.7830	28.3130
Woodhill	Pretoria	0081	GP	-25.8280	28.3120
Mooikloof	Pretoria	0081	GP	-25.8330	28.3360
Silver Lakes	Pretoria	0081	GP	-25.7810	28.3650
Olympus	Pretoria	0081	GP	-25.7970	28.3370
Pretorius Park	Pretoria	0081	GP	-25.8250	28.3290
Equestria	Pretoria	0184	GP	-25.7510	28.3360
The Willows	Pretoria	0184	GP	-25.7580	28.3210
Die Wilgers	Pretoria	0184	GP	-25.7640	28.3150
Murrayfield	Pretoria	0184	GP	-25.7510	28.2940
Meyerspark	Pretoria	0184	GP	-25.7400	28.3130
Silverton	Pretoria	0184	GP	-25.7340	28.2960
Waltloo	Pretoria	0184	GP	-25.7260	28.3210
Val de Grace	Pretoria	0184	GP	-25.7410	28.2850
Villieria	Pretoria	0186	GP	-25.7150	28.2350
Waverley	Pretoria	0186	GP	-25.7090	28.2560
Queenswood	Pretoria	0186	GP	-25.7280	28.2480
Kilner Park	Pretoria	0186	GP	-25.7260	28.2580
Doornpoort	Pretoria	0186	GP	-25.6490	28.2560
Gezina	Pretoria	0084	GP	-25.7200	28.2080
Rietfontein	Pretoria	0084	GP	-25.7160	28.2190
Capital Park	Pretoria	0084	GP	-25.7220	28.1880
Mayville	Pretoria	0084	GP	-25.7040	28.1860
Wonderboom South	Pretoria	0084	GP	-25.7040	28.2030
Wonderboom	Pretoria	0182	GP	-25.6870	28.1940
Annlin	Pretoria	0182	GP	-25.6710	28.2090
Sinoville	Pretoria	0182	GP	-25.6690	28.2220
Montana	Pretoria	0182	GP	-25.6770	28.2520
Montana Park	Pretoria	0182	GP	-25.6650	28.2620
Magalieskruin	Pretoria	0182	GP	-25.6850	28.2350
Pretoria North	Pretoria	0182	GP	-25.6740	28.1740
Karenpark	Pretoria	0182	GP	-25.6620	28.1250
The Orchards	Pretoria	0182	GP	-25.6420	28.1130
Theresapark	Pretoria	0182	GP	-25.6760	28.1310
Nina Park	Pretoria	0182	GP	-25.6730	28.1400
Amandasig	Pretoria	0182	GP	-25.6720	28.1020
Chantelle	Pretoria	0182	GP	-25.6640	28.0960
Rosslyn	Pretoria	0200	GP	-25.6260	28.0930
Soshanguve	Pretoria	0152	GP	-25.5230	28.1000
Soshanguve Block F	Pretoria	0152	GP	-25.5310	28.1010
Soshanguve Block L	Pretoria	0152	GP	-25.5060	28.0930
Soshanguve Block XX	Pretoria	0152	GP	-25.5010	28.1170
Soshanguve East	Pretoria	0152	GP	-25.5240	28.1290
Soshanguve East Ext 2	Pretoria	0152	GP	-25.5190	28.1370
Soshanguve South	Pretoria	0152	GP	-25.5710	28.0960
Soshanguve South Ext 2	Pretoria	0152	GP	-25.5840	28.0880
Mabopane	Pretoria	0190	GP	-25.4980	28.0980
Mabopane Block B	Pretoria	0190	GP	-25.5080	28.0620
Winterveld	Pretoria	0198	GP	-25.4230	27.9700
Ga-Rankuwa	Pretoria	0208	GP	-25.6140	27.9850
Hammanskraal	Pretoria	0400	GP	-25.4060	28.2760
Temba	Pretoria	0407	GP	-25.3830	28.2640
Mamelodi East	Pretoria	0122	GP	-25.7130	28.4120
Mamelodi West	Pretoria	0122	GP	-25.7200	28.3400
Mamelodi Gardens	Pretoria	0122	GP	-25.7260	28.3620
Nellmapius	Pretoria	0122	GP	-25.7370	28.3850
Eersterust	Pretoria	0022	GP	-25.7090	28.3120
Atteridgeville	Pretoria	0008	GP	-25.7730	28.0710
Saulsville	Pretoria	0008	GP	-25.7730	28.0550
Lotus Gardens	Pretoria	0008	GP	-25.7480	28.0770
Laudium	Pretoria	0037	GP	-25.7860	28.1020
Pretoria West	Pretoria	0183	GP	-25.7480	28.1610
Danville	Pretoria	0183	GP	-25.7420	28.1290
Proclamation Hill	Pretoria	0183	GP	-25.7550	28.1350
Hercules	Pretoria	0082	GP	-25.7190	28.1500
Claremont	Pretoria	0082	GP	-25.7180	28.1280
Daspoort	Pretoria	0082	GP	-25.7280	28.1560
Thaba Tshwane	Pretoria	0187	GP	-25.7940	28.1450
Cullinan	Pretoria	1000	GP	-25.6720	28.5230
Rayton	Pretoria	1001	GP	-25.7400	28.5300
Centurion Central	Centurion	0157	GP	-25.8603	28.1894
Lyttelton	Centurion	0157	GP	-25.8310	28.2060
Doringkloof	Centurion	0157	GP	-25.8560	28.2060
Irene	Centurion	0157	GP	-25.8760	28.2200
Zwartkop	Centurion	0157	GP	-25.8640	28.1730
Clubview	Centurion	0157	GP	-25.8400	28.1680
Eldoraigne	Centurion	0157	GP	-25.8400	28.1500
Wierda Park	Centurion	0157	GP	-25.8560	28.1500
Rooihuiskraal	Centurion	0157	GP	-25.8860	28.1510
The Reeds	Centurion	0157	GP	-25.8980	28.1350
Heuweloord	Centurion	0157	GP	-25.8890	28.1240
Highveld	Centurion	0157	GP	-25.8840	28.1920
Highveld Techno Park	Centurion	0157	GP	-25.8920	28.1860
Hennopspark	Centurion	0157	GP	-25.8600	28.1650
Raslouw	Centurion	0157	GP	-25.8600	28.1310
Louwlardia	Centurion	0157	GP	-25.9100	28.1620
Kosmosdal	Centurion	0157	GP	-25.9200	28.1390
Cornwall Hill	Centurion	0157	GP	-25.8680	28.2370
Pierre van Ryneveld	Centurion	0157	GP	-25.8460	28.2450
Amberfield	Centurion	0157	GP	-25.8760	28.1190
Monavoni	Centurion	0157	GP	-25.8550	28.1000
Valhalla	Centurion	0185	GP	-25.8110	28.1510
Olievenhoutbosch	Centurion	0187	GP	-25.9140	28.0990
Midstream Estate	Centurion	1692	GP	-25.9160	28.1950
Bronkhorstspruit	Bronkhorstspruit	1020	GP	-25.8020	28.7430
Zithobeni	Bronkhorstspruit	1020	GP	-25.7790	28.7300
Ekangala	Bronkhorstspruit	1021	GP	-25.6920	28.7360
`
