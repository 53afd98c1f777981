/**
 * Places of the Free State. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const free_state_places = `
Bloemfontein Central	Bloemfontein	9301	FS	-29.1180	26.2240
Westdene	Bloemfontein	9301	FS	-29.1030	26.2080
Willows	Bloemfontein	9301	FS	-29.1220	26.2060
Universitas	Bloemfontein	9301	FS	-29.1170	26.1800
Langenhoven Park	Bloemfontein	9301	FS	-29.0890	26.1560
Fichardt Park	Bloemfontein	9301	FS	-29.1480	26.1820
Bayswater	Bloemfontein	9301	FS	-29.0740	26.2120
Dan Pienaar	Bloemfontein	9301	FS	-29.0790	26.1880
Brandwag	Bloemfontein	9301	FS	-29.0980	26.1900
Park West	Bloemfontein	9301	FS	-29.1100	26.2020
Woodland Hills	Bloemfontein	9301	FS	-29.0410	26.2060
Hilton	Bloemfontein	9301	FS	-29.1060	26.2400
Heidedal	Bloemfontein	9306	FS	-29.1420	26.2560
Mangaung	Bloemfontein	9307	FS	-29.1680	26.2390
Rocklands	Bloemfontein	9323	FS	-29.1850	26.2490
Welkom Central	Welkom	9459	FS	-27.9790	26.7350
Bedelia	Welkom	9459	FS	-28.0060	26.7220
Riebeeckstad	Welkom	9459	FS	-27.9140	26.8230
Thabong	Welkom	9463	FS	-27.9760	26.8000
Botshabelo	Botshabelo	9781	FS	-29.2680	26.7050
Thaba Nchu	Thaba Nchu	9780	FS	-29.2110	26.8390
Virginia	Virginia	9430	FS	-28.1040	26.8660
Odendaalsrus	Odendaalsrus	9480	FS	-27.8660	26.6900
Hennenman	Hennenman	9445	FS	-27.9710	27.0270
Allanridge	Allanridge	9490	FS	-27.7550	26.6430
Kroonstad	Kroonstad	9499	FS	-27.6500	27.2340
Sasolburg	Sasolburg	1947	FS	-26.8140	27.8290
Zamdela	Zamdela	1949	FS	-26.8440	27.8720
Deneysville	Deneysville	1932	FS	-26.8870	28.0960
Parys	Parys	9585	FS	-26.9030	27.4570
Vredefort	Vredefort	9595	FS	-27.0070	27.3690
Viljoenskroon	Viljoenskroon	9520	FS	-27.2090	26.9500
Bothaville	Bothaville	9660	FS	-27.3890	26.6170
Heilbron	Heilbron	9650	FS	-27.2840	27.9720
Frankfort	Frankfort	9830	FS	-27.2760	28.4930
Villiers	Villiers	9840	FS	-27.0310	28.6030
Vrede	Vrede	9835	FS	-27.4300	29.1640
Warden	Warden	9890	FS	-27.8500	28.9650
Reitz	Reitz	9810	FS	-27.8030	28.4310
Petrus Steyn	Petrus Steyn	9640	FS	-27.6490	28.1340
Lindley	Lindley	9630	FS	-27.8790	27.9180
Bethlehem	Bethlehem	9701	FS	-28.2310	28.3070
Clarens	Clarens	9707	FS	-28.5140	28.4230
Fouriesburg	Fouriesburg	9725	FS	-28.6180	28.2070
Harrismith	Harrismith	9880	FS	-28.2730	29.1290
Phuthaditjhaba	Phuthaditjhaba	9866	FS	-28.5240	28.8160
Kestell	Kestell	9860	FS	-28.3130	28.7010
Senekal	Senekal	9600	FS	-28.3200	27.6220
Marquard	Marquard	9610	FS	-28.6630	27.4300
Ficksburg	Ficksburg	9730	FS	-28.8750	27.8770
Clocolan	Clocolan	9735	FS	-28.9150	27.5630
Ladybrand	Ladybrand	9745	FS	-29.1930	27.4570
Winburg	Winburg	9420	FS	-28.5180	27.0120
Brandfort	Brandfort	9400	FS	-28.7000	26.4600
Theunissen	Theunissen	9410	FS	-28.4020	26.7130
Bultfontein	Bultfontein	9670	FS	-28.2930	26.1520
Hoopstad	Hoopstad	9479	FS	-27.8330	25.9060
Wesselsbron	Wesselsbron	9680	FS	-27.8530	26.3680
Boshof	Boshof	8340	FS	-28.5450	25.2380
Petrusburg	Petrusburg	9932	FS	-29.1160	25.4120
Koffiefontein	Koffiefontein	9986	FS	-29.4090	25.0060
Jagersfontein	Jagersfontein	9974	FS	-29.7640	25.4270
Fauresmith	Fauresmith	9978	FS	-29.7500	25.3200
Edenburg	Edenburg	9908	FS	-29.7370	25.9340
Reddersburg	Reddersburg	9904	FS	-29.6520	26.1720
Trompsburg	Trompsburg	9913	FS	-30.0310	25.7820
Philippolis	Philippolis	9970	FS	-30.2640	25.2760
Gariep Dam	Gariep Dam	9922	FS	-30.6010	25.5010
Dewetsdorp	Dewetsdorp	9940	FS	-29.5820	26.6660
Wepener	Wepener	9944	FS	-29.7310	27.0340
Smithfield	Smithfield	9966	FS	-30.2130	26.5310
Rouxville	Rouxville	9958	FS	-30.4130	26.8330
Zastron	Zastron	9950	FS	-30.3010	27.0850
`
